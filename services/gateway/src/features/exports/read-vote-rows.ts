import { type Db, type ExportedVote, exportRanges, findExportedVotes } from "@polls/db";

/** Batches that are read while one is written: reading a row takes longer than writing it. */
const AHEAD = 2;

/** All votes of a poll in the order of their ids, in batches; each batch is a query of its own. */
export async function* readVoteRows(
  db: Db,
  pollId: bigint,
): AsyncGenerator<readonly ExportedVote[]> {
  const reading: Promise<readonly ExportedVote[]>[] = [];
  for await (const range of exportRanges(db, pollId)) {
    reading.push(ahead(findExportedVotes(db, pollId, range)));
    if (reading.length > AHEAD) yield* batchOf(await reading.shift());
  }
  for (const rows of reading) yield* batchOf(await rows);
}

/** No batch where all of its votes were withdrawn meanwhile. */
const batchOf = (rows: readonly ExportedVote[] = []) => (rows.length === 0 ? [] : [rows]);

/** A caller that stops in the middle leaves batches that nothing waits for. */
function ahead(rows: Promise<readonly ExportedVote[]>): Promise<readonly ExportedVote[]> {
  rows.catch(() => undefined);
  return rows;
}
