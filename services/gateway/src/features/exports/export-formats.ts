import { Readable } from "node:stream";
import type { ExportedVote } from "@polls/db";
import { csvLine } from "./csv";
import type { Cell, Column } from "./export-row";
import { xlsxStream } from "./xlsx";

export interface ExportFormat {
  readonly extension: "csv" | "xlsx" | "json";
  readonly contentType: string;
  readonly write: (
    columns: readonly Column[],
    batches: AsyncIterable<readonly ExportedVote[]>,
  ) => Readable;
}

const cellsOf = (columns: readonly Column[], row: ExportedVote): Cell[] =>
  columns.map(({ cell }) => cell(row));

async function* table(columns: readonly Column[], batches: AsyncIterable<readonly ExportedVote[]>) {
  yield [columns.map(({ title }) => title)] as readonly (readonly Cell[])[];
  for await (const batch of batches) yield batch.map((row) => cellsOf(columns, row));
}

async function* csvText(
  columns: readonly Column[],
  batches: AsyncIterable<readonly ExportedVote[]>,
) {
  for await (const rows of table(columns, batches)) yield rows.map(csvLine).join("");
}

async function* jsonText(
  columns: readonly Column[],
  batches: AsyncIterable<readonly ExportedVote[]>,
) {
  let separator = "[";
  for await (const batch of batches) {
    const objects = batch.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map(({ title, cell }) => [title, cell(row)]))),
    );
    yield `${separator}\n${objects.join(",\n")}`;
    separator = ",";
  }
  yield separator === "[" ? "[]\n" : "\n]\n";
}

/** The formats of exports (docs/reference/results.md#exports). */
export const exportFormats: readonly ExportFormat[] = [
  {
    extension: "csv",
    contentType: "text/csv; charset=utf-8",
    write: (columns, batches) => Readable.from(csvText(columns, batches), { objectMode: false }),
  },
  {
    extension: "xlsx",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: (columns, batches) => xlsxStream(table(columns, batches)),
  },
  {
    extension: "json",
    contentType: "application/json; charset=utf-8",
    write: (columns, batches) => Readable.from(jsonText(columns, batches), { objectMode: false }),
  },
];
