import { setTimeout } from "node:timers/promises";
import {
  type ChangeCursor,
  type ChangeEnd,
  changedOptions,
  endOfChanges,
  type Queryable,
} from "@polls/db";
import {
  type Ranking,
  type RatingRules,
  rankingOf,
  type ScoredOption,
  scoreOption,
  scoresHold,
  withChanges,
} from "@polls/domain/ratings";
import type { VotingRules } from "@polls/domain/votes";
import { inSlices } from "./in-slices";
import { loadRatingRules, withSetWideFacts } from "./rating-rules";
import type { RatingSnapshot } from "./rating-snapshots";
import { loadSiblings, type RatedSet, type WhichSiblings } from "./siblings";

/** Read at a time while all of a set is read. */
const BATCH = 2_000;
/** A snapshot is taken anew as a whole after this time, whatever happened to the tables. */
const WHOLE_AFTER_MS = 5 * 60_000;
/** How often, and how long apart, it is asked whether transactions that run have ended. */
const PATIENCE = 25;
const PAUSE_MS = 20;

/** What a snapshot is taken of, and when. */
export interface SnapshotRequest {
  readonly set: RatedSet;
  readonly voting: VotingRules;
  readonly clock: () => number;
  /** Inside a transaction that changes the set: it runs as long as we wait. */
  readonly writing: boolean;
  /** Whether verdicts are asked for that only a look at all votes tells. */
  readonly judged: boolean;
}

/** How a set stands now: from how it stood and what changed since, or read as a whole. */
export async function takeSnapshot(
  queryable: Queryable,
  request: SnapshotRequest,
  before: RatingSnapshot | undefined,
): Promise<RatingSnapshot> {
  const isOld = before !== undefined && request.clock() - before.wholeAt > WHOLE_AFTER_MS;
  const followed = before && !isOld ? await followUp(queryable, request, before) : undefined;
  if (followed !== undefined) return followed;
  const whole = await readWhole(queryable, request);
  // What was voted while it was read.
  return (await followUp(queryable, request, whole)) ?? whole;
}

/** Undefined: too much changed to follow. */
async function followUp(
  queryable: Queryable,
  request: SnapshotRequest,
  before: RatingSnapshot,
): Promise<RatingSnapshot | undefined> {
  if (before.cursor === undefined) return undefined;
  const { set, voting, clock } = request;
  const takenAt = clock();
  const end = await endOfChanges(queryable, set.poll.id);
  const cursor = settled(before, end) ?? before.cursor;
  const ids = await changedOptions(queryable, set.poll.id, before.cursor);
  const rules = await loadRatingRules(queryable, set, voting);
  if (ids === undefined || !scoresHold(before.ranking.rules, rules)) return undefined;

  const come = await loadScored(queryable, set, { ids }, rules);
  const known = before.ranking.rules;
  const carried = { ...rules, strengths: known.strengths, givenOut: known.givenOut };
  const next = await inSlices(withChanges(before.ranking, { ids, come }, carried));
  return {
    ranking: ids.length === 0 ? next : await refreshSetWideFacts(queryable, request, next, carried),
    takenAt,
    wholeAt: before.wholeAt,
    cursor,
    end: cursor === before.cursor ? (before.end ?? end) : end,
    making: new Map(),
  };
}

/** The end that was seen before, once nothing from before it can appear any more. */
const settled = ({ end }: RatingSnapshot, { running }: ChangeEnd): ChangeCursor | undefined =>
  end !== undefined && running >= end.next ? end : undefined;

async function readWhole(queryable: Queryable, request: SnapshotRequest): Promise<RatingSnapshot> {
  const { set, voting, clock, writing } = request;
  const cursor = writing ? undefined : await settledEnd(queryable, set.poll.id);
  const wholeAt = clock();
  const rules = await loadRatingRules(queryable, set, voting);
  const entries: ScoredOption[] = [];
  for (;;) {
    const after = entries.at(-1)?.id ?? 0n;
    const batch = await loadScored(queryable, set, { after, limit: BATCH }, rules);
    entries.push(...batch);
    if (batch.length < BATCH) break;
  }
  const ranking = await inSlices(rankingOf(entries, rules));
  return {
    ranking: await refreshSetWideFacts(queryable, request, ranking, rules),
    takenAt: wholeAt,
    wholeAt,
    cursor,
    end: undefined,
    making: new Map(),
  };
}

/** An end that no transaction adds anything before any more; undefined: one runs for long. */
async function settledEnd(queryable: Queryable, pollId: bigint): Promise<ChangeEnd | undefined> {
  const end = await endOfChanges(queryable, pollId);
  let { running } = end;
  for (let asked = 0; running < end.next; asked++) {
    if (asked === PATIENCE) return undefined;
    await setTimeout(PAUSE_MS);
    ({ running } = await endOfChanges(queryable, pollId));
  }
  return end;
}

async function loadScored(
  queryable: Queryable,
  set: RatedSet,
  which: WhichSiblings,
  rules: RatingRules,
): Promise<readonly ScoredOption[]> {
  const siblings = await loadSiblings(queryable, set, which);
  return siblings.map((sibling) => scoreOption(sibling, rules));
}

/** With the verdicts that only a look at all votes tells. */
async function refreshSetWideFacts(
  queryable: Queryable,
  { set, judged }: SnapshotRequest,
  ranking: Ranking,
  rules: RatingRules,
): Promise<Ranking> {
  if (!judged) return ranking;
  const ranked = () => ranking.byId.filter((entry) => entry.ranked).map(({ id }) => id);
  const verdicts = await withSetWideFacts(queryable, set, rules, ranked);
  return inSlices(withChanges(ranking, { ids: [], come: [] }, verdicts));
}
