import { nameAssigned } from "@polls/db/participants";
import { pollTallies } from "@polls/db/polls";
import type { PrismaQueryable } from "@polls/db/sql";
import {
  type CountedVotes,
  countValues,
  type Distribution,
  readVoteCounts,
  type VoteCounts,
} from "@polls/db/votes";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { groupBy } from "@polls/domain/grouping";
import { optionTypes } from "@polls/domain/option-types";
import { childrenOf, type Option, translateOption } from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import { type Poll, translatePoll } from "@polls/domain/polls";
import { ratingVisibility } from "@polls/domain/ratings";
import { NotFound } from "@polls/domain/refusals";
import { mayReadDistribution, privateVoteTypes } from "@polls/domain/votes";
import type { z } from "zod";
import type { ReadDeps } from "../../deps";
import type { ListPage } from "../../http/replies/pagination";
import { type ListedOption, listChildren, listOptions } from "../options/list-options";
import type { OptionListItemWire } from "../options/options.schema";
import { categoryRatings } from "../options/present-option";
import { type SiblingSet, votingRulesIn, votingRulesOf } from "../ratings/load-siblings";
import { findShownCount } from "./count/present-count";
import type { ResultsResponse } from "./results.schema";

type ResultsWire = z.input<typeof ResultsResponse>;

export interface Results {
  readonly results: ResultsWire;
  readonly page: ListPage;
  readonly total: number;
  /** A digest of the count, without its moment. Undefined: the caller sees no count. */
  readonly countDigest: string | undefined;
}

/** Children of a step or category in the results. The options list has all of them. */
const CHILDREN_MAX = 100;

/** Ratings in voting categories that a page has: those of its first options. */
const CATEGORY_RATINGS_MAX = 5_000;

/** Votes of a page that each request counts, those of options with few votes first (ADR 0015). */
const COUNTED_PER_REQUEST_MAX = 10_000;

type ResultDeps = Pick<ReadDeps, "config" | "db" | "ownUrl" | "ratingSnapshots" | "voteCountCache">;

/** Throws 404 if ratings are hidden (docs/reference/results.md#body). */
export async function readResults(
  caller: PollCaller,
  query: URLSearchParams,
  deps: ResultDeps,
): Promise<Results> {
  const { poll } = caller;
  const shownPoll = translatePoll(poll, caller.textLanguage);
  const visibility = ratingVisibility(caller);
  if (!visibility.ratings) throw new NotFound("Page");
  const { db, voteCountCache } = deps;
  const kept = voteCountCache.kept(poll.id);
  const countsBefore = new Map([...kept.values()].map((votes) => [votes.optionId, votes]));
  const roots = await listOptions(caller, ownParameters(query), "to_read", deps, countsBefore);
  const parents = roots.options.filter((root) => !isRated(root) && hasChildren(root));
  const listed = await listChildren(
    parents.map(({ option }) => option),
    caller,
    CHILDREN_MAX,
    deps,
    countsBefore,
  );
  const below = groupBy(listed.filter(isRated), ({ option }) => option.parentId);
  const rated: ListedOption[] = [];
  const groups: ResultsWire["groups"] = [];
  for (const root of roots.options) {
    if (isRated(root)) {
      rated.push(root);
      joinGroup(groups, poll, root);
    } else {
      const children = below.get(root.option.id) ?? [];
      rated.push(...children);
      if (children.length > 0) groups.push(groupUnder(caller, root, children));
    }
  }
  const items = rated.map(({ item }) => item);
  const counts = await readVoteCounts(
    db,
    poll.id,
    items.map(({ id }) => id),
  );
  const shownValues = withShownValues(caller, counts, rated, parents);
  const distributions = await readDistributions(poll, shownValues, kept, deps);
  const tallies = await pollTallies(db, [poll.id]);
  const count = await findShownCount(caller, deps);
  return {
    countDigest: count?.digest,
    page: roots.page,
    total: roots.total,
    results: {
      voters_count: tallies.get(poll.id)?.participants ?? 0,
      ...(poll.settings.jury_mode && { jury_count: await countJury(db, poll.id) }),
      ...(count !== undefined && { counted_at: count.countedAt.toISOString() }),
      groups,
      voting_categories: shownPoll.votingCategories.map(({ id, title }) => ({ id, title })),
      options: rated.map(({ item, option, rating }, at) => ({
        ...item,
        ...ownFields(translateOption(option, caller.textLanguage)),
        voter_count: votersOf(kept.get(item.id)) ?? counts.get(item.id)?.voters ?? 0,
        distribution: distributions.get(item.id) ?? {},
        ...(rating !== undefined &&
          rating.categories.length > 0 &&
          (at + 1) * rating.categories.length <= CATEGORY_RATINGS_MAX && {
            voting_category_option_ratings: categoryRatings(rating, visibility),
          }),
      })),
      assignments: await readAssignments(caller, deps),
    },
  };
}

/** How many people are on the jury. Without pending opt-ins, as `voters_count`. */
export const countJury = ({ prisma }: PrismaQueryable, pollId: bigint): Promise<number> =>
  prisma.participant.count({ where: { pollId, jury: true, confirmedAt: { not: null } } });

type TranslatedOption = ReturnType<typeof translateOption<Option>>;

type OwnFields = Pick<
  ResultsWire["options"][number],
  "input_type" | "allowed_values" | "value_labels" | "location_type" | "data"
>;

/** What readers need to interpret a `distribution`. Closed doors are in no results. */
function ownFields({ type, inputType, settings, locationType, data }: TranslatedOption): OwnFields {
  const { isInput, ownFields: names } = optionTypes.get(type);
  return {
    ...(isInput && {
      input_type: inputType,
      allowed_values: settings.allowed_values,
      value_labels: settings.value_labels,
    }),
    ...(names.includes("location_type") && { location_type: locationType, data }),
  } as OwnFields;
}

function withShownValues(
  { poll, access }: PollCaller,
  counts: ReadonlyMap<string, VoteCounts>,
  rated: readonly ListedOption[],
  parents: readonly ListedOption[],
): ReadonlyMap<string, VoteCounts> {
  if (access === "admin" || privateVoteTypes(poll).length === 0) return counts;
  const parentOf = new Map(parents.map(({ option }) => [option.id, option]));
  const shown = rated.filter(({ option: { type, inputType, parentId } }) => {
    const set = { poll, parent: parentId === undefined ? undefined : parentOf.get(parentId) };
    const voteType = votingRulesIn(set, type)?.type.name;
    return voteType !== undefined && mayReadDistribution(poll, access, { voteType, inputType });
  });
  return new Map(
    shown.flatMap(({ item: { id } }) => {
      const count = counts.get(id);
      return count === undefined ? [] : [[id, count] as const];
    }),
  );
}

const votersOf = (votes: CountedVotes | undefined): number | undefined =>
  votes && (votes.tallies.find(({ votingCategoryId }) => votingCategoryId === 0)?.voters ?? 0);

/** If too many votes must be counted for the snapshot, the read starts again after the count. */
async function readDistributions(
  poll: Poll,
  counts: ReadonlyMap<string, VoteCounts>,
  kept: ReadonlyMap<string, CountedVotes>,
  { db, voteCountCache }: ResultDeps,
): Promise<ReadonlyMap<string, Distribution>> {
  const current: string[] = [];
  const missing: string[] = [];
  const shown = new Map<string, Distribution>();
  let counted = 0;
  for (const [publicId, { votes }] of [...counts].sort(
    ([, one], [, other]) => one.votes - other.votes,
  )) {
    const known = kept.get(publicId);
    if (known !== undefined) shown.set(publicId, known.distribution);
    else {
      counted += votes;
      (counted > COUNTED_PER_REQUEST_MAX ? missing : current).push(publicId);
    }
  }
  const publicIds = [...shown.keys(), ...missing];
  const votes = { pollId: poll.id, publicIds, withRanks: hasRanks(poll) };
  if (missing.length > 0) db.restartAfter(() => voteCountCache.get(votes));
  // Starts a count in the background, for the next reader.
  voteCountCache.get(votes).catch(() => undefined);
  const exact = current.length === 0 ? [] : await countValues(db, poll.id, current);
  return new Map([...shown, ...exact]);
}

/** Points of ranks are computed from the votes with each rank. Steps of a survey may have ranks. */
const hasRanks = (poll: Poll): boolean =>
  pollTypes.get(poll.type).hasSteps ||
  votingRulesOf({ poll, parent: undefined })?.type.ratedBy === "ranks";

/** The results ignore the other parameters of the options list. */
export const ownParameters = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => parameters.has(name)));

const parameters: ReadonlySet<string> = new Set(["page", "per_page", "sort"]);

const isRated = ({ item }: ListedOption): boolean => item.rating !== undefined;

const hasChildren = ({ item }: ListedOption): boolean => item.child_option_type !== undefined;

type GroupWire = ResultsWire["groups"][number];

const titleOf = ({ content }: OptionListItemWire) =>
  content === undefined ? {} : { title: content };

const voteTypeIn = (set: SiblingSet) => {
  const rules = votingRulesOf(set);
  return rules === undefined ? {} : { vote_type: rules.type.name };
};

/** An option at the top level joins its table column, or the options without a group. */
function joinGroup(groups: GroupWire[], poll: Poll, { item }: ListedOption): void {
  const votes = voteTypeIn({ poll, parent: undefined });
  if (pollTypes.get(poll.type).participantsAreRows) {
    groups.push({ kind: "column", id: item.id, ...titleOf(item), ...votes, option_ids: [item.id] });
    return;
  }
  const last = groups.at(-1);
  if (last?.kind === "top_level") last.option_ids.push(item.id);
  else groups.push({ kind: "top_level", ...votes, option_ids: [item.id] });
}

/** The group of the options below a step or category (docs/reference/results.md#groups). */
function groupUnder(
  { poll, textLanguage }: PollCaller,
  { item, option }: ListedOption,
  children: readonly ListedOption[],
): GroupWire {
  const { allowed_values: values, value_labels: labels = {} } = translateOption(
    option,
    textLanguage,
  ).settings;
  const columns = childrenOf(poll, option)?.voteLimits === "columns" ? values : undefined;
  return {
    kind: optionTypes.get(option.type).isStep ? "step" : "category",
    id: item.id,
    ...titleOf(item),
    ...voteTypeIn({ poll, parent: option }),
    ...(columns !== undefined && {
      columns: columns.map((title, index) => ({ value: index + 1, title: labels[title] ?? title })),
    }),
    option_ids: children.map((child) => child.item.id),
  };
}

/** The assignments of the best distribution. Members see only their own. */
async function readAssignments(
  { poll, access, actor }: PollCaller,
  { db, ratingSnapshots }: Pick<ResultDeps, "db" | "ratingSnapshots">,
): Promise<ResultsWire["assignments"]> {
  if (poll.settings.target !== "best_distribution") return [];
  const assigned = await ratingSnapshots.assignments.of(db, poll);
  const ownerKey = access === "admin" ? undefined : (ownerKeyOf(actor) ?? "");
  const names = await nameAssigned(db, poll.id, assigned, ownerKey);
  return names.map(({ voterId, optionId }) => ({ option_id: optionId, voter_id: voterId }));
}
