import { CsvError, parse } from "csv-parse/sync";
import { limits, startTable, type TableRow, Unreadable } from "./table";

const delimiters = [",", ";", "\t"] as const;

/**
 * The rows of a CSV text, without empty ones. Throws `Unreadable` for a text that is no CSV or above
 * the limits.
 */
export function readCsv(given: string): readonly TableRow[] {
  const { text, delimiter, skipped } = formOf(given.replace(/^\uFEFF/, ""));
  requireFewColumns(text, delimiter);
  const table = startTable();
  let read = 0;
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      // Spreadsheets take a quote inside of a cell as it is.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: limits.columns * limits.cell,
      on_record(record: readonly string[], { lines }) {
        read++;
        if (read > limits.rowsWithEmptyOnes) {
          throw new Unreadable(
            `has more than ${limits.rowsWithEmptyOnes} rows, including empty ones that have separators`,
          );
        }
        for (const [index, cell] of record.entries()) table.admitCell(index, cell);
        table.add({ number: lines + skipped, cells: record.map((cell) => ({ text: cell })) });
        return null;
      },
    });
    return table.rows;
  } catch (error) {
    if (error instanceof CsvError) {
      const reason =
        error.code === "CSV_QUOTE_NOT_CLOSED" ? "a quote is not closed" : "it cannot be read";
      const row = Number(error.lines) + skipped;
      throw new Unreadable(`is not valid CSV: ${reason} in row ${row}`);
    }
    throw error;
  }
}

/** Spreadsheets write a first line such as `sep=;`, which is no row. */
function formOf(text: string) {
  const [line = "", delimiter] = /^sep=([,;\t])(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  return delimiter === undefined
    ? { text, delimiter: delimiterOf(text), skipped: 0 }
    : { text: text.slice(line.length), delimiter, skipped: 1 };
}

/** The parser would build all cells of a row before it could refuse them. */
function requireFewColumns(text: string, delimiter: string): void {
  let columns = 1;
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === delimiter) {
      columns++;
      if (columns > limits.columns) throw new Unreadable(`has more than ${limits.columns} columns`);
    } else if (character === "\n" || character === "\r") columns = 1;
  }
}

/** The delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const first = end < 0 ? text : text.slice(0, end);
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  for (const character of first) {
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}
