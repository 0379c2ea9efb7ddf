/** The values of one column, for `unnest`. Equal values that follow each other are converted once. */
export function column<Row>(rows: readonly Row[], cell: (row: Row) => unknown): unknown[] {
  let last: unknown;
  let converted: unknown = null;
  return rows.map((row) => {
    const value = cell(row);
    if (value !== last) {
      last = value;
      converted = convert(value);
    }
    return converted;
  });
}

/** The columns of some fields, for `unnest`. */
export const columns = <Row>(rows: readonly Row[], ...fields: readonly (keyof Row)[]) =>
  fields.map((field) => column(rows, (row) => row[field]));

/** Converts a value for the driver, which would format each time in the time zone of this machine. */
function convert(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  return value instanceof Date ? value.toISOString() : (value ?? null);
}

/** All values of a column as one JSON list: thousands of rows take several times as long to read. Null without rows. */
export const listOf = (column: string, name: string): string =>
  `array_to_json(array_agg(${column})) AS ${name}`;

/** Bytes of a column as a key of a map. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/**
 * The columns of a model's table, because a prepared `SELECT *` fails once a migration adds a column
 * (docs/upgrading.md#expand-and-contract).
 */
export const columnsOf = (fields: Readonly<Record<string, string>>, alias?: string): string =>
  Object.keys(fields)
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .map((name) => (alias === undefined ? name : `${alias}.${name}`))
    .join(", ");
