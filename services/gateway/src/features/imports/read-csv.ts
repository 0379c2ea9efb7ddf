import type { ProblemSentence } from "@polls/domain/refusals";
import { CsvError, parse } from "csv-parse/sync";
import { limits, startTable, type TableRow, Unreadable } from "./table";

const delimiters = [",", ";", "\t"] as const;

/** Editors leave lines of several kinds in one file. The parser alone would find only the first kind. */
const lineEnds = ["\r\n", "\n", "\r"];

/** Spreadsheets write and read a first line such as `sep=;`. */
const namedDelimiter = /^\uFEFF?"?sep=([;,\t])"?(?:\r\n|\n|\r|$)/i;

const NOT_CLOSED = "CSV_QUOTE_NOT_CLOSED";

interface CsvFault {
  readonly files: string;
  readonly refusal: (row: number) => ProblemSentence;
}

const otherFault: CsvFault = {
  files: "CSV with another fault",
  refusal: (row) => `is not valid CSV in row ${row}`,
};

/** What is wrong in a row, by the code of the parser. */
const faultsByCode: Readonly<Record<string, CsvFault>> = {
  [NOT_CLOSED]: {
    files: "CSV with a quotation mark that is not closed",
    refusal: (row) => `has a quotation mark in row ${row} that is not closed`,
  },
  INVALID_OPENING_QUOTE: {
    files: "CSV with a quotation mark inside of a cell without quotes",
    refusal: (row) =>
      `has a quotation mark inside of a cell in row ${row}: double it, and quote the cell`,
  },
  CSV_INVALID_CLOSING_QUOTE: {
    files: "CSV with text after a quoted cell",
    refusal: (row) => `has text after a closing quotation mark in row ${row}`,
  },
};

export const csvFaults: readonly CsvFault[] = [...Object.values(faultsByCode), otherFault];

/** Without empty rows. Throws `Unreadable` for a text that is no CSV or above the limits. */
export function readCsv(file: string): readonly TableRow[] {
  const named = namedDelimiter.exec(file);
  const before = named === null ? 0 : 1;
  const text = withoutHalfPairs(file.slice(named?.[0].length ?? 0));
  const delimiter = named?.[1] ?? delimiterOf(text);
  requireFewColumns(text, delimiter);
  const table = startTable();
  let read = 0;
  let end = before;
  /** The parser counts a CRLF inside of quotation marks as two lines. */
  let countedTwice = 0;
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: lineEnds,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: limits.columns * limits.cell,
      on_record(record: readonly string[], { lines }) {
        read++;
        countedTwice += record.join(",").split("\r\n").length - 1;
        end = before + lines - countedTwice;
        if (read > limits.rowsWithEmptyOnes) {
          throw new Unreadable(
            `has more than ${limits.rowsWithEmptyOnes} rows, including empty ones that have separators`,
          );
        }
        for (const [index, cell] of record.entries()) table.admitCell(index, cell);
        table.add({ number: end, cells: record.map((cell) => ({ text: cell })) });
        return null;
      },
    });
    return table.rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, lines }: { readonly code: string; readonly lines?: unknown } = error;
    // A quote that is not closed takes all lines to the end.
    const row = code === NOT_CLOSED ? end + 1 : before + Number(lines ?? 0) - countedTwice;
    throw new Unreadable((faultsByCode[code] ?? otherFault).refusal(row));
  }
}

/** The parser would replace lone surrogates. Their cells are refused, as those with the character 0 are. */
const withoutHalfPairs = (text: string): string => text.replace(/\p{Cs}/gu, "\0");

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
