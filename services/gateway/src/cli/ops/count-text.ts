import { COUNTED_ROWS } from "@polls/db/sql";

/** A number of rows as text. Large numbers are estimates. */
export const countText = (rows: number): string =>
  rows < COUNTED_ROWS ? String(rows) : `about ${Math.round(rows)}`;
