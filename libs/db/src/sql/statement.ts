declare const rowType: unique symbol;

/** A statement with its values, created by a maker from `query` or `command`. */
export interface Statement<Row extends object = object> {
  /** Unique in the process. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether the statement returns rows (`SELECT`, `RETURNING`). */
  readonly returnsRows: boolean;
  /** Whether a connection prepares the statement and reuses its plan, or plans each run for its values. */
  readonly prepare: boolean;
  /** Carries the type of the rows. Absent at run time. */
  readonly [rowType]?: Row;
}

/** Creates a statement from its values; `$1` is the first. */
export type StatementMaker<Row extends object> = (...values: readonly unknown[]) => Statement<Row>;

type StatementDefinition = Omit<Statement, "values">;

const definitions = new Map<string, StatementDefinition>();

export interface StatementOptions {
  readonly prepare?: boolean;
}

/** Options for statements that run often and whose best plan does not depend on the values. */
export const prepared: StatementOptions = { prepare: true };

/** Defines a statement that returns rows. Its name is unique in the process. */
export const query = <Row extends object>(
  name: string,
  text: string,
  options?: StatementOptions,
): StatementMaker<Row> => define<Row>(name, text, true, options);

/** Defines a statement that returns only the number of changed rows. */
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
  // The spread comes last (docs/performance.md#spreads).
  return (...values) => ({ values, ...definition });
}

/** All statements of the loaded modules. A test prepares each one against the schema. */
export const allStatements = (): readonly StatementDefinition[] => [...definitions.values()];

const keys = new Map<string, string>();

/** The camelCase form of a column name. Results are cached, because there are few columns. */
export function camelCase(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  keys.set(name, key);
  return key;
}
