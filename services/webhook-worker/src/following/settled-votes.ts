import { type Queryable, readLastVoteId, readTransactionBounds } from "@polls/db";

/** How far votes can be told. */
export interface SettledVotes {
  /** All votes with ids up to this one are committed, or never will be. */
  readonly upTo: bigint;
  /** Whether these are all ids that votes have now. */
  readonly all: boolean;
}

/** An id that a vote had, before the transactions from `next` on began to write. */
interface Boundary {
  readonly lastId: bigint;
  readonly next: bigint;
}

/** Transactions of votes take milliseconds: a look waits this often for those that run. */
const WAITS = 5;
const WAIT_MS = 40;
/** Boundaries that are kept while an old transaction runs. */
const BOUNDARIES_MAX = 100;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Finds up to which id votes are settled. An id is taken before its transaction commits, so that a lower id may appear
 * later than a higher one. The last id is read first, then the next transaction id: a vote has locked its poll before it
 * takes an id, and so has a transaction id already. Once all transactions below that have ended, no vote with such an id
 * can appear any more (docs/adr/0025-webhooks-follow-polls-by-cursors.md).
 */
export function createSettledVotes(queryable: Queryable): () => Promise<SettledVotes> {
  const boundaries: Boundary[] = [];
  let upTo = 0n;

  function settle(running: bigint): void {
    while (boundaries[0] !== undefined && boundaries[0].next <= running) {
      upTo = boundaries.shift()?.lastId ?? upTo;
    }
  }

  return async () => {
    const lastId = await readLastVoteId(queryable);
    let bounds = await readTransactionBounds(queryable);
    if (boundaries.length >= BOUNDARIES_MAX) boundaries.pop();
    boundaries.push({ lastId, next: bounds.next });
    settle(bounds.running);
    for (let waits = 0; upTo < lastId && waits < WAITS; waits++) {
      await pause(WAIT_MS);
      bounds = await readTransactionBounds(queryable);
      settle(bounds.running);
    }
    return { upTo, all: upTo >= lastId };
  };
}
