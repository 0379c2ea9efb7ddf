import { recountAll } from "@polls/db/counts";

type Database = Parameters<typeof recountAll>[0];

/** The number of counts of a poll that differ from its votes and participants. */
export const tallyDrift = async (db: Database, pollId: bigint): Promise<number> =>
  (await recountAll(db, { pollIds: [pollId], repair: false })).drift;

/** Counts the votes of a poll, which were stored without their tallies. */
export const countStored = (db: Database, pollId: bigint) =>
  recountAll(db, { pollIds: [pollId], repair: true });
