type Cell = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/**
 * The values of one column, as the text of an array for `unnest`. Equal values that follow each other are written once:
 * the driver would write each of them.
 */
export function column<Row>(rows: readonly Row[], cell: (row: Row) => Cell): string {
  let last: Cell;
  let element = "NULL";
  let list = "";
  for (const row of rows) {
    const value = cell(row);
    if (value !== last) {
      last = value;
      element = elementOf(value);
    }
    list += list === "" ? element : `,${element}`;
  }
  return `{${list}}`;
}

/** The columns of some fields, for `unnest`. */
export const columns = <Field extends string, Row extends { readonly [One in Field]?: Cell }>(
  rows: readonly Row[],
  ...fields: readonly Field[]
) => fields.map((field) => column(rows, (row) => row[field]));

/** Times are those of UTC: the driver would write them in the time zone of this machine. */
function elementOf(value: Cell): string {
  if (typeof value === "string") return `"${value.replace(/["\\]/g, "\\$&")}"`;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `"\\\\x${hexOf(value)}"`;
  return String(value ?? "NULL");
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
