import { setTimeout } from "node:timers/promises";
import type { Db } from "@polls/db/connection";
import { type ChangeEnd, changedOptions, endOfChanges } from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import {
  bradleyTerryStrengths,
  type RatingRules,
  rankingOf,
  type ScoredOption,
  scoreOption,
  scoresHold,
  withChanges,
} from "@polls/domain/ratings";
import type { VotingRules } from "@polls/domain/votes";
import type { Assignments } from "./assignments";
import { inSlices } from "./in-slices";
import {
  loadNextSiblings,
  loadSiblings,
  type RatedSet,
  type RatingSource,
  scoresOfOption,
} from "./load-siblings";
import type { PollCounts } from "./poll-counts";
import type { StoredFigures } from "./ranking-columns";
import { loadRatingRules, withSetWideFacts } from "./rating-rules";
import { cursorAfter, type RatingSnapshot } from "./rating-snapshot";
import type { StoredRankings } from "./stored-rankings";
import { countWinsOf, eachWin } from "./wins";

/** The most scores per query. More would hold up other requests while they are read. */
const SCORES_OF_QUERY = 2_000;
const optionsOfQuery = ({ poll }: RatedSet): number =>
  Math.ceil(SCORES_OF_QUERY / scoresOfOption(poll));
/** A snapshot is read again as a whole at this age, as a safeguard. */
const WHOLE_AFTER_MS = 5 * 60_000;
/** How often, and at which interval, to check whether running transactions have ended. */
const END_CHECKS = 25;
const END_CHECK_INTERVAL_MS = 20;

export interface SnapshotRequest {
  readonly set: RatedSet;
  readonly voting: VotingRules;
  readonly clock: () => number;
  readonly assignments: Assignments;
  readonly counts: PollCounts;
  readonly stored: StoredRankings;
  /** The caller changes the set: it must not wait for running transactions, as it is one. */
  readonly writing: boolean;
  /** Whether the snapshot needs strengths or assignments, which read all votes. */
  readonly setWide: boolean;
}

/** Takes a snapshot of a set: the previous one with the changes since then, or the whole set. */
export async function takeSnapshot(
  queryable: RatingSource | Db,
  request: SnapshotRequest,
  before: RatingSnapshot | undefined,
): Promise<RatingSnapshot> {
  const isOld = before !== undefined && request.clock() - before.wholeAt > WHOLE_AFTER_MS;
  const updated = before && !isOld ? await updateSnapshot(queryable, request, before) : undefined;
  const taken =
    updated ??
    (before === undefined ? await followStored(queryable, request) : undefined) ??
    (await readAll(queryable, request));
  if (request.setWide && !request.writing && "snapshot" in queryable) {
    request.stored.storeLater(queryable, request.set, taken);
  }
  return taken;
}

async function readAll(
  queryable: RatingSource | Db,
  request: SnapshotRequest,
): Promise<RatingSnapshot> {
  const whole = await readWhole(queryable, request);
  // Adds the votes that were cast during the read.
  return (await updateSnapshot(queryable, request, whole)) ?? whole;
}

/** The stored ranking with the changes since then. Undefined: there is none that can be followed. */
async function followStored(
  queryable: RatingSource | Db,
  request: SnapshotRequest,
): Promise<RatingSnapshot | undefined> {
  const { set, voting, clock, stored } = request;
  const rules = await loadRatingRules(queryable, set, voting);
  const found = await stored.read(queryable, set, rules);
  if (found === undefined) return undefined;
  const now = clock();
  const followed = await updateSnapshot(queryable, request, {
    ranking: found.ranking,
    wins: request.setWide ? found.wins : undefined,
    cursor: found.cursor,
    takenAt: now,
    wholeAt: now,
    end: undefined,
    stored: true,
    sorting: new Map(),
  });
  if (followed === undefined || !(await stored.isFollowed(queryable, set, found.cursor))) {
    return undefined;
  }
  if (rules.type.bestBy === "strength") return followed;
  // Assignments and counts are not stored.
  return { ...followed, ...(await withFactsOfAll(queryable, request, followed)) };
}

/** Undefined: there are too many changes. */
async function updateSnapshot(
  queryable: RatingSource | Db,
  request: SnapshotRequest,
  before: RatingSnapshot,
): Promise<RatingSnapshot | undefined> {
  if (before.cursor === undefined) return undefined;
  const { set, voting, clock } = request;
  const takenAt = clock();
  const end = await endOfChanges(queryable, set.poll.id);
  const cursor = cursorAfter(before, end) ?? before.cursor;
  const ids = await changedOptions(queryable, set.poll.id, before.cursor);
  const rules = await loadRatingRules(queryable, set, voting);
  if (ids === undefined || !scoresHold(before.ranking.rules, rules)) return undefined;

  const current: ScoredOption[] = [];
  const limit = optionsOfQuery(set);
  for (let at = 0; at < ids.length; at += limit) {
    const siblings = await loadSiblings(queryable, set, ids.slice(at, at + limit));
    for (const sibling of siblings) current.push(scoreOption(sibling, rules));
  }
  const { strengths, assigned, counted } = before.ranking.rules;
  const kept = { ...rules, strengths, assigned, counted };
  const ranking = await inSlices(withChanges(before.ranking, { ids, current }, kept));
  const { wins } = before;
  return {
    ...(ids.length === 0
      ? { ranking, wins }
      : await withFactsOfAll(queryable, request, { ranking, wins }, ids)),
    takenAt,
    wholeAt: before.wholeAt,
    cursor,
    end: cursor === before.cursor ? (before.end ?? end) : end,
    stored: before.stored && ids.length === 0,
    sorting: new Map(),
  };
}

async function readWhole(
  queryable: RatingSource | Db,
  request: SnapshotRequest,
): Promise<RatingSnapshot> {
  const { set, voting, clock, writing } = request;
  const cursor = writing ? undefined : await stableEnd(queryable, set.poll.id);
  const wholeAt = clock();
  const rules = await loadRatingRules(queryable, set, voting);
  const entries: ScoredOption[] = [];
  const limit = optionsOfQuery(set);
  const next = (after: bigint) => loadNextSiblings(queryable, set, { after, limit });
  let batch = await next(0n);
  while (batch.length > 0) {
    // The database reads the next batch while this one is scored.
    const following = batch.length < limit ? [] : next(batch.at(-1)?.id ?? 0n);
    for (const sibling of batch) entries.push(scoreOption(sibling, rules));
    batch = await following;
  }
  const ranking = await inSlices(rankingOf(entries, rules));
  return {
    ...(await withFactsOfAll(queryable, request, { ranking, wins: undefined })),
    takenAt: wholeAt,
    wholeAt,
    cursor,
    end: undefined,
    stored: false,
    sorting: new Map(),
  };
}

/** No transaction can add changes before it. Undefined: one runs for too long. */
async function stableEnd(
  queryable: PrismaQueryable,
  pollId: bigint,
): Promise<ChangeEnd | undefined> {
  const end = await endOfChanges(queryable, pollId);
  let { running } = end;
  for (let checks = 0; running < end.next; checks++) {
    if (checks === END_CHECKS) return undefined;
    await setTimeout(END_CHECK_INTERVAL_MS);
    ({ running } = await endOfChanges(queryable, pollId));
  }
  return end;
}

/** `changed` have other comparisons than in `wins`, if the wins of the others are known. */
async function withFactsOfAll(
  queryable: RatingSource | Db,
  { set, setWide, assignments, counts }: SnapshotRequest,
  { ranking, wins: before }: StoredFigures,
  changed: readonly bigint[] = [],
): Promise<StoredFigures> {
  if (!setWide) return { ranking, wins: undefined };
  const { rules } = ranking;
  const withRules = (next: RatingRules) =>
    inSlices(withChanges(ranking, { ids: [], current: [] }, next));
  if (rules.type.bestBy !== "strength") {
    const next = await withSetWideFacts(queryable, set, rules, { assignments, counts });
    return { ranking: await withRules(next), wins: undefined };
  }
  const ids = ranking.byId.filter(({ ranked }) => ranked).map(({ id }) => id);
  const wins = await countWinsOf(queryable, set.poll.id, before ? changed : ids, before);
  const strengths = await inSlices(bradleyTerryStrengths(ids, eachWin(wins), 1, rules.strengths));
  return { ranking: await withRules({ ...rules, strengths }), wins };
}
