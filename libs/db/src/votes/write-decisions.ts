import { mergeTallyChanges, type VoteWrites, weightOf } from "@polls/domain/votes";
import { changeTallies } from "../options/option-tallies";
import { markChangedByAdmin } from "../participants/participants";
import { touchPollTally } from "../polls/poll-tallies";
import type { Transaction } from "../sql/queryable";
import { removeHeldVotes, storeHeldVotes } from "./held-votes";
import { storePairOffer } from "./pair-offers";
import { removeVotes, storeVotes, type VoteToStore } from "./votes";

export interface DecisionToWrite {
  readonly pollId: bigint;
  readonly at: Date;
  readonly writes: VoteWrites;
}

export interface WriteOptions {
  /** The votes that existed before, by public id. Undefined: any may exist. */
  readonly before?: ReadonlyMap<string, { readonly createdAt: Date }>;
  readonly released?: readonly string[];
}

/** Writes decisions of `decideInOrder`. The tallies come last, because other transactions wait for their rows. */
export async function writeDecisions(
  tx: Transaction,
  decided: readonly DecisionToWrite[],
  { before, released = [] }: WriteOptions = {},
): Promise<void> {
  const writes = decided.map((one) => one.writes);
  const removed = writes.flatMap((one) => one.removed.map(({ publicId }) => publicId));
  const offers = writes.flatMap(({ offer }) => (offer === undefined ? [] : [offer]));
  const marked = writes.flatMap(({ changedByAdmin: id }) => (id === undefined ? [] : [id]));
  const pollsToTouch = decided.flatMap((one) => (one.writes.notifies ? [one.pollId] : []));
  await Promise.all([
    removeHeldVotes(tx, released),
    storeVotes(tx, rowsOf("stored", decided, before)),
    removeVotes(tx, removed),
    storeHeldVotes(tx, rowsOf("held", decided, before)),
    ...offers.map(({ participantId, pair }) => storePairOffer(tx, participantId, pair)),
    ...marked.map((id) => markChangedByAdmin(tx, id)),
    changeTallies(tx, mergeTallyChanges(writes.map((one) => one.tallyChange)), ballotsOf(decided)),
    ...pollsToTouch.map((pollId) => touchPollTally(tx, pollId)),
  ]);
}

/** A vote that is stored twice is written once, with its last value. */
function rowsOf(
  kind: "stored" | "held",
  decided: readonly DecisionToWrite[],
  before: WriteOptions["before"],
): VoteToStore[] {
  const rows = new Map<string, VoteToStore>();
  for (const { pollId, at, writes } of decided) {
    for (const vote of writes[kind]) {
      const { publicId } = vote;
      const weight = weightOf(vote);
      const createdAt = before?.get(publicId)?.createdAt;
      const isNew = before !== undefined && createdAt === undefined;
      rows.set(publicId, { vote, weight, pollId, at, createdAt, isNew });
    }
  }
  return [...rows.values()];
}

function ballotsOf(decided: readonly DecisionToWrite[]): ReadonlyMap<bigint, number> {
  const ballots = new Map<bigint, number>();
  for (const { pollId, writes } of decided) {
    ballots.set(pollId, (ballots.get(pollId) ?? 0) + writes.tallyChange.ballots);
  }
  return ballots;
}
