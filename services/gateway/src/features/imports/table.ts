import { Invalid, type ProblemSentence } from "@polls/domain/refusals";

/** A cell; a number of a workbook may be a day. */
export interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

/** A row of a file, with its number there, from 1. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** The most that a file has (docs/reference/polls.md#import). */
export const limits = {
  /** Below the first row, which names the columns. */
  rows: 500,
  /** Of a CSV, empty ones included: each takes time. */
  rowsWithEmptyOnes: 5_000,
  columns: 100,
  /** Characters. */
  cell: 20_000,
  /** Of an unpacked part of a workbook. */
  partBytes: 5_000_000,
  entries: 1_000,
  /** XML elements of a part: each takes time, however short it is. */
  elements: 300_000,
  deadlineMs: 5_000,
} as const;

/** Throws 422: the file cannot be read. */
export function refuseFile(field: "csv" | "xlsx", sentence: ProblemSentence): never {
  throw new Invalid({ [field]: [sentence] });
}

/** Rows without any text are no rows. */
export const isEmptyRow = ({ cells }: TableRow): boolean =>
  cells.every(({ text }) => text.trim() === "");
