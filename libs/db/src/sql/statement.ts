declare const rowType: unique symbol;

/** A statement with its values. The makers of statements are `query` and `command`. */
export interface Statement<Row extends object = object> {
  /** Unique in the process. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether the statement returns rows (`SELECT`, `RETURNING`). */
  readonly returnsRows: boolean;
  /** Whether a connection prepares it, and plans it once or a few times. Else each run is planned for its values. */
  readonly prepare: boolean;
  /** The type of the rows; absent at run time. */
  readonly [rowType]?: Row;
}

/** A statement that waits for its values, `$1` first. */
export type StatementMaker<Row extends object> = (...values: readonly unknown[]) => Statement<Row>;

type StatementDefinition = Omit<Statement, "values">;

const definitions = new Map<string, StatementDefinition>();

export interface StatementOptions {
  readonly prepare?: boolean;
}

/** For statements that run often and whose best plan does not depend on the values. */
export const prepared: StatementOptions = { prepare: true };

/** Defines a statement that returns rows. Its name is unique in the process. */
export const query = <Row extends object>(
  name: string,
  text: string,
  options?: StatementOptions,
): StatementMaker<Row> => define<Row>(name, text, true, options);

/** Defines a statement of which only the number of changed rows matters. */
export const command = (
  name: string,
  text: string,
  options?: StatementOptions,
): StatementMaker<never> => define<never>(name, text, false, options);

function define<Row extends object>(
  name: string,
  text: string,
  returnsRows: boolean,
  { prepare = false }: StatementOptions = {},
): StatementMaker<Row> {
  if (definitions.has(name)) throw new Error(`two statements have the name ${name}`);
  const definition = { name, text, returnsRows, prepare };
  definitions.set(name, definition);
  return (...values) => ({ ...definition, values });
}

/** Every statement that the loaded modules define: a test prepares each against the schema. */
export const allStatements = (): readonly StatementDefinition[] => [...definitions.values()];

const keys = new Map<string, string>();

/** The key of a column. Columns are few, so each name is converted once. */
export function camelCase(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  keys.set(name, key);
  return key;
}
