/** The cells of one column for `unnest`. */
export const column = <Row>(rows: readonly Row[], cell: (row: Row) => unknown): unknown[] =>
  rows.map((row) => {
    const value = cell(row);
    return typeof value === "bigint" ? String(value) : (value ?? null);
  });
