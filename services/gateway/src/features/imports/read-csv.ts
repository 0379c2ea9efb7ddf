import { CsvError, parse } from "csv-parse/sync";
import { isEmptyRow, limits, refuseFile, type TableRow } from "./table";

const delimiters = [",", ";", "\t"] as const;

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * The rows of a CSV text, without empty ones. Throws 422 for a text that is no CSV or above the
 * limits.
 */
export function readCsv(text: string): readonly TableRow[] {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: limits.columns * limits.cell,
      to: limits.rowsWithEmptyOnes + 1,
    }) as unknown as readonly ParsedRow[];
    if (rows.length > limits.rowsWithEmptyOnes) {
      refuseFile(
        "csv",
        `has more than ${limits.rowsWithEmptyOnes} rows, including empty ones that have separators`,
      );
    }
    return rows
      .map(({ record, info }) => ({
        number: info.lines,
        cells: record.map((cell) => ({ text: cell })),
      }))
      .filter((row) => !isEmptyRow(row));
  } catch (error) {
    if (error instanceof CsvError) refuseFile("csv", `is not valid CSV: ${error.code}`);
    throw error;
  }
}

/** The delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split(/\r\n|\n|\r/, 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}
