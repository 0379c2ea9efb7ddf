/** The cells of one column for `unnest`. */
export const column = <Row>(rows: readonly Row[], cell: (row: Row) => unknown): unknown[] =>
  rows.map((row) => {
    const value = cell(row);
    return typeof value === "bigint" ? String(value) : (value ?? null);
  });

/**
 * The columns of a table that this release knows, by the fields of its model. A prepared statement names them:
 * one with `*` fails on each connection when a migration adds a column (docs/upgrading.md#expand-and-contract).
 */
export const columnsOf = (fields: Readonly<Record<string, string>>, alias?: string): string =>
  Object.keys(fields)
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .map((name) => (alias === undefined ? name : `${alias}.${name}`))
    .join(", ");
