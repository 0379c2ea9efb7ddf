import type { Cell } from "./export-row";

/** Signs that begin a formula in spreadsheets (OWASP ASVS 1.2.10), also full-width and small ones. */
const SIGNS = "=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b";
/**
 * Where a cell may begin: at the start and, for programs that split elsewhere or read no quotes, behind a
 * semicolon, tab or line end. Each match takes all that may stand before a sign, so the time is linear.
 */
const CELL_START = new RegExp(`(^[\\s";]*|[;\\t\\r\\n][\\s";]*)([${SIGNS}])?`, "g");
const CONTROL = /^[\t\r\n\0]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Texts that need neither quotes nor escapes: a shortcut for most cells. */
const PLAIN = new RegExp(`^(?![\\s${SIGNS}])[^",;\\t\\r\\n\\0]*$`);

/**
 * A cell of a CSV file (RFC 4180). What a spreadsheet would compute gets a `'` in front
 * (docs/reference/results.md#exports).
 */
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
