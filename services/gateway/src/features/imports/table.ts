import { Invalid, type ProblemSentence } from "@polls/domain/refusals";

export interface TableCell {
  readonly text: string;
  /** Of a number in a workbook, which may be a day: day 0, in milliseconds since 1970. */
  readonly dayZero?: number;
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
  /** Bytes of an unpacked part of a workbook. */
  partBytes: 5_000_000,
  entries: 1_000,
  /** XML elements of a part, because each takes time, however short it is. */
  elements: 300_000,
  deadlineMs: 5_000,
} as const;

/** Throws 422: the file cannot be read. */
export function refuseFile(field: "csv" | "xlsx", sentence: ProblemSentence): never {
  throw new Invalid({ [field]: [sentence] });
}

/** Rows without any text are skipped. */
export const isEmptyRow = ({ cells }: TableRow): boolean =>
  cells.every(({ text }) => text.trim() === "");
