import type { Db } from "@polls/db/connection";
import { countSiblingsOfEach } from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import {
  type Ranking,
  type Rating,
  type RatingRules,
  rankingOf,
  ratingOf,
  type ScoredOption,
  scoreOption,
} from "@polls/domain/ratings";
import type { VotingRules } from "@polls/domain/votes";
import { takeSnapshot } from "./follow-ranking";
import { inSlices } from "./in-slices";
import {
  type CountsBefore,
  type LoadedSibling,
  loadSets,
  loadSiblings,
  type RatedSet,
  type RatingSource,
  scoresOfOption,
  votingRulesOf,
} from "./load-siblings";
import { countBallots, loadRatingRules, withSetWideFacts } from "./rating-rules";
import type { RatingSnapshot } from "./rating-snapshot";
import type { RatingSnapshots, TakeSnapshot } from "./rating-snapshots";

/** Sets with more scores, overall or in categories, are ranked from a snapshot (docs/reference/ratings.md#freshness). */
const SCORED_PER_REQUEST_MAX = 1_000;

export interface RatingRequest {
  readonly set: RatedSet;
  readonly snapshots: RatingSnapshots;
  /** Used instead of current counts, so that ratings match the counts in the same response. */
  readonly countsBefore?: CountsBefore | undefined;
}

interface RatedOptions extends RatingRequest {
  readonly ids: readonly bigint[];
}

/** The ratings of some options of sets of one poll, by id. Without options of sets that cannot be voted on. */
export async function rateOptions(
  queryable: RatingSource,
  requests: readonly RatedOptions[],
): Promise<ReadonlyMap<bigint, Rating>> {
  const votable = votableOf(requests.filter(({ ids }) => ids.length > 0));
  const [first] = votable;
  if (first === undefined) return new Map();
  const isExpensive = await findExpensive(queryable, votable);
  const ballots = await countBallots(queryable, first.set.poll);
  const cheap = await rankAll(
    queryable,
    votable.filter((request) => !isExpensive(request)),
    ballots,
  );
  const ratings = new Map<bigint, Rating>();
  for (const request of votable) {
    const { set, voting, ids, countsBefore } = request;
    const { ranking, siblings, rules } = cheap.get(request) ?? {
      ranking: (await getSnapshot(queryable, request, voting)).ranking,
      siblings: await loadSiblings(queryable, set, ids, countsBefore),
      rules: await loadRatingRules(queryable, set, voting, ballots),
    };
    const requested = new Set(ids);
    for (const sibling of siblings) {
      // Headings have no rating.
      if (!sibling.votable || !requested.has(sibling.id)) continue;
      const counted = countsBefore?.get(sibling.id)?.ballots ?? rules.ballots;
      ratings.set(sibling.id, ratingOf(ranking, sibling, { ...rules, ballots: counted }));
    }
  }
  return ratings;
}

const votableOf = <Request extends RatingRequest>(requests: readonly Request[]) =>
  requests.flatMap((request) => {
    const voting = votingRulesOf(request.set);
    return voting === undefined ? [] : [{ ...request, voting }];
  });

/** At most 2 s old if it is expensive. Undefined: the set cannot be voted on. */
export async function snapshotOf(
  queryable: RatingSource,
  request: RatingRequest,
): Promise<RatingSnapshot | undefined> {
  const { snapshots } = request;
  const [votable] = votableOf([request]);
  if (votable === undefined) return undefined;
  const isExpensive = await findExpensive(queryable, [votable]);
  if (isExpensive(votable)) return getSnapshot(queryable, request, votable.voting);
  const ballots = await countBallots(queryable, votable.set.poll);
  const ranking = (await rankAll(queryable, [votable], ballots)).get(votable)?.ranking;
  if (ranking === undefined) return undefined;
  const now = snapshots.clock();
  return {
    ranking,
    takenAt: now,
    wholeAt: now,
    cursor: undefined,
    end: undefined,
    wins: undefined,
    stored: false,
    sorting: new Map(),
  };
}

type VotableRequest = RatingRequest & { readonly voting: VotingRules };

/** Rankings by many scores, and of comparisons, may be slightly old. */
async function findExpensive(
  queryable: PrismaQueryable,
  requests: readonly VotableRequest[],
): Promise<(request: VotableRequest) => boolean> {
  const byStrength = ({ voting }: VotableRequest) => voting.type.bestBy === "strength";
  const [first] = requests.filter((request) => !byStrength(request));
  if (first === undefined) return () => true;
  const { poll } = first.set;
  const parentIds = requests.map(({ set }) => set.parent?.id);
  const countOf = await countSiblingsOfEach(queryable, poll.id, parentIds);
  return (request) =>
    byStrength(request) ||
    countOf(request.set.parent?.id).options * scoresOfOption(poll) > SCORED_PER_REQUEST_MAX;
}

/** A ranking is updated from committed changes, which a read snapshot does not see. */
async function getSnapshot(
  queryable: RatingSource,
  { set, snapshots }: RatingRequest,
  voting: VotingRules,
): Promise<RatingSnapshot> {
  const { poll, parent, shownToMembers } = set;
  const key = [poll.id, poll.version, parent?.id ?? "top", shownToMembers].join(":");
  const { clock, assignments, counts, stored } = snapshots;
  const request = { set, voting, clock, assignments, counts, stored, setWide: true };
  const takeOn =
    (source: RatingSource | Db, writing: boolean): TakeSnapshot =>
    (before) =>
      takeSnapshot(source, { ...request, writing }, before);
  if (!("outside" in queryable)) return snapshots.getUnshared(key, takeOn(queryable, true));
  return (
    snapshots.kept(key, takeOn(queryable.outer, false)) ??
    queryable.outside(`ranking ${key}`, (db: Db) => snapshots.get(key, takeOn(db, false)))
  );
}

interface RankedSet {
  readonly ranking: Ranking;
  readonly siblings: readonly LoadedSibling[];
  /** Without facts that need all votes. */
  readonly rules: RatingRules;
}

async function rankAll<Request extends VotableRequest>(
  queryable: RatingSource,
  requests: readonly Request[],
  ballots: number,
): Promise<ReadonlyMap<Request, RankedSet>> {
  const ranked = new Map<Request, RankedSet>();
  const [first] = requests;
  if (first === undefined) return ranked;
  const sets = requests.map(({ set }) => set);
  const siblingsOf = await loadSets(queryable, sets, first.countsBefore);
  for (const request of requests) {
    const { set, voting, snapshots } = request;
    const siblings = siblingsOf.get(set) ?? [];
    const rules = await loadRatingRules(queryable, set, voting, ballots);
    const { assignments, counts } = snapshots;
    const allRules = await withSetWideFacts(queryable, set, rules, { assignments, counts });
    const entries = siblings.map((sibling): ScoredOption => scoreOption(sibling, allRules));
    const ranking = await inSlices(rankingOf(entries, allRules));
    ranked.set(request, { ranking, siblings, rules });
  }
  return ranked;
}

/** The options of a set with their current scores, without ranks. Undefined: no votes are possible. */
export async function currentScores(
  queryable: Db,
  set: RatedSet,
  snapshots: RatingSnapshots,
): Promise<RatingSnapshot | undefined> {
  const voting = votingRulesOf(set);
  if (voting === undefined) return undefined;
  const { poll, parent } = set;
  const { clock, assignments, counts, stored } = snapshots;
  const request = {
    set,
    voting,
    clock,
    assignments,
    counts,
    stored,
    writing: false,
    setWide: false,
  };
  const key = ["scores", poll.id, poll.version, parent?.id ?? "top"].join(":");
  return snapshots.getCurrent(key, (before) => takeSnapshot(queryable, request, before));
}
