import type { Cell } from "./export-row";

/** Characters that begin a formula in spreadsheets (OWASP ASVS 1.2.10). */
const TRIGGER = /^[=+\-@\t\r\n\0]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Texts that need neither quotes nor escapes: a shortcut for most cells. */
const PLAIN = /^(?![=+\-@\t\0])[^",\r\n]*$/;

/** A cell of a CSV file (RFC 4180). A text that a spreadsheet would compute gets a leading quote. */
export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  if (PLAIN.test(cell)) return cell;
  const safe = TRIGGER.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;
