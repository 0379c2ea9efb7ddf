import { COUNTED_ROWS } from "@polls/db/sql";

/** Formats rows as columns: one text per row. The last column is not padded. */
export function tableRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

export const tableOf = (rows: readonly (readonly string[])[]): string => tableRows(rows).join("\n");

/** A number of rows as text. Large numbers are estimates. */
export const countText = (rows: number): string =>
  rows < COUNTED_ROWS ? String(rows) : `about ${Math.round(rows)}`;
