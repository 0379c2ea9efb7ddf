import type { Cell } from "./export-row";

/** Formulas of spreadsheets begin with these, also full-width and small forms (OWASP ASVS 1.2.10). */
const SIGNS = "=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b";
/**
 * Matches places where a program may see the start of a cell: the start of the text, or a
 * semicolon, tab or line end, because some programs split there or ignore quotes. Each match
 * consumes everything that may precede the sign, so that the time is linear.
 */
const CELL_START = new RegExp(`(^[\\s";]*|[;\\t\\r\\n][\\s";]*)([${SIGNS}])?`, "g");
const CONTROL = /^[\t\r\n\0]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Matches texts that need neither quotes nor escapes. This is a fast path for most cells. */
const PLAIN = new RegExp(`^(?![\\s${SIGNS}])[^",;\\t\\r\\n\\0]*$`);

/** A text that a spreadsheet would compute gets the prefix `'` (docs/reference/results.md#exports). */
export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  if (PLAIN.test(cell)) return cell;
  const disarmed = cell.replace(CELL_START, (found, before: string, sign?: string) =>
    sign === undefined ? found : `${before}'${sign}`,
  );
  const safe = CONTROL.test(disarmed) ? `'${disarmed}` : disarmed;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;
