import type { ProblemSentence } from "@polls/domain/refusals";

export interface TableCell {
  readonly text: string;
  /** Of a number in a workbook, which may be a day: day 0, in milliseconds since 1970. */
  readonly dayZero?: number;
  /** Whether the format of this number shows a day, with or without a time. Undefined: neither. */
  readonly shows?: "day" | "moment";
  /** Why a cell of a workbook has no value. */
  readonly problem?: ProblemSentence;
}

/** A row of a file with its number, which starts at 1. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly TableCell[];
}

/** The limits of a file (docs/reference/polls.md#import). */
export const limits = {
  /** The rows below the row of column names. */
  rows: 500,
  /** The rows of a CSV, with empty ones that have separators, because each takes time. */
  rowsWithEmptyOnes: 5_000,
  columns: 100,
  /** Characters of a cell. */
  cell: 20_000,
  /** Characters of all cells: many cells of a workbook may refer to one text. */
  text: 5_000_000,
  /** Bytes of the unpacked parts of a workbook. */
  partBytes: 5_000_000,
  entries: 1_000,
  /** XML elements of a part, because each takes time, however short it is. */
  elements: 300_000,
  /** Attributes of an XML element. */
  attributes: 100,
  /** XML elements inside of one another. */
  depth: 50,
  processorMs: 5_000,
} as const;

/** Thrown when a file cannot be read or is above a limit. The file is the cause. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  constructor(readonly sentence: ProblemSentence) {
    super(sentence);
  }
}

/** The rows of a file that is being read. Rows without any text are skipped. */
export function startTable() {
  const rows: TableRow[] = [];
  let characters = 0;
  return {
    rows,
    /** Throws `Unreadable` for a cell at this index that is above the limits. */
    admitCell(index: number, text: string) {
      if (index >= limits.columns) throw new Unreadable(`has more than ${limits.columns} columns`);
      if (text.length > limits.cell) {
        throw new Unreadable(`has a cell of more than ${limits.cell} characters`);
      }
      characters += text.length;
      if (characters > limits.text) {
        throw new Unreadable(`has more than ${limits.text} characters in its cells`);
      }
    },
    add(row: TableRow) {
      if (row.cells.every(({ text }) => text.trim() === "")) return;
      // The first row has the column names.
      if (rows.length > limits.rows) throw new Unreadable(`has more than ${limits.rows} rows`);
      rows.push(row);
    },
  };
}
