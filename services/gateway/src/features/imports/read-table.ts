import { parentPort, workerData } from "node:worker_threads";
import { writeThreadNumber } from "../../threads/start-thread";
import { readCsv } from "./read-csv";
import { readXlsx } from "./read-xlsx";
import { Unreadable } from "./table";

/** A file to read: the text of a CSV, or the bytes of a workbook. */
export type TableFile = { readonly csv: string } | { readonly xlsx: Uint8Array };

export interface ReadTask {
  readonly file: TableFile;
  readonly thread: Int32Array;
}

/** The rows of a file, each as JSON, or why it cannot be read. */
export type ReadTable =
  | { readonly rows: readonly string[] }
  | { readonly sentence: Unreadable["sentence"] };

async function readTable(file: TableFile): Promise<ReadTable> {
  try {
    const rows = "csv" in file ? readCsv(file.csv) : await readXlsx(Buffer.from(file.xlsx.buffer));
    return { rows: rows.map((row) => JSON.stringify(row)) };
  } catch (error) {
    if (error instanceof Unreadable) return { sentence: error.sentence };
    throw error;
  }
}

/** The thread of one import loads only what it needs: loading takes most of its start time. */
async function main({ file, thread }: ReadTask): Promise<void> {
  writeThreadNumber(thread);
  parentPort?.postMessage(await readTable(file));
}

void main(workerData);
