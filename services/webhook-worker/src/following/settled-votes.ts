import type { Queryable } from "@polls/db/sql";
import { readLastVoteId, readVotingTransactions } from "@polls/db/webhooks";

/** Which votes can be reported. */
export interface SettledVotes {
  /** All votes up to this id are committed, or will never be. */
  readonly upTo: bigint;
  /** Whether no vote has a higher id at this moment. */
  readonly all: boolean;
}

/** The highest id of a vote at a moment, and the transactions that may still commit votes up to it. */
interface Boundary {
  readonly lastId: bigint;
  readonly waitsFor: ReadonlySet<string>;
}

/** Number of times to wait for running transactions. Transactions of votes take milliseconds. */
const WAITS = 5;
const WAIT_MS = 40;
/** Maximum number of boundaries to keep while an old transaction runs. */
const BOUNDARIES_MAX = 100;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Finds the id up to which votes are settled. A vote gets its id before its transaction commits, so
 * a lower id may appear later than a higher one. First the highest id is read, then the
 * transactions that have locked a poll. A vote locks its poll before it gets an id. After these
 * transactions have ended, no further vote with an id up to the read one can appear
 * (docs/adr/0025-webhooks-follow-polls-by-cursors.md).
 */
export function createSettledVotes(queryable: Queryable): () => Promise<SettledVotes> {
  const boundaries: Boundary[] = [];
  let upTo = 0n;

  function settle(running: ReadonlySet<string>): void {
    const isSettled = ({ waitsFor }: Boundary) => ![...waitsFor].some((each) => running.has(each));
    while (boundaries[0] !== undefined && isSettled(boundaries[0])) {
      upTo = boundaries.shift()?.lastId ?? upTo;
    }
  }

  return async () => {
    const lastId = await readLastVoteId(queryable);
    const waitsFor = await readVotingTransactions(queryable);
    if (boundaries.length >= BOUNDARIES_MAX) boundaries.pop();
    boundaries.push({ lastId, waitsFor });
    settle(waitsFor);
    for (let waits = 0; upTo < lastId && waits < WAITS; waits++) {
      await pause(WAIT_MS);
      settle(await readVotingTransactions(queryable));
    }
    return { upTo, all: upTo >= lastId };
  };
}
