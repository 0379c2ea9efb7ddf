import { limitOf, type Model, type ModelOption, type ModelVote } from "./model";

/** The visible result of an option (docs/reference/ratings.md). */
export interface ModelRating {
  readonly rating: number;
  readonly average: number;
  readonly voters: number;
  readonly frauds: number;
  readonly rank: number | undefined;
  readonly best: boolean;
  readonly selected: boolean;
  readonly distribution: Readonly<Record<string, number>>;
  readonly categories: readonly (OptionRanking & { readonly id: number })[];
}

interface ModelScore {
  readonly rating: number;
  readonly average: number;
  readonly votes: number;
  readonly noes: number;
}

interface OptionRanking {
  readonly rating: number;
  readonly average: number;
  readonly rank: number | undefined;
  readonly best: boolean;
  readonly selected: boolean;
}

const isNothing = ({ variant: { kind } }: Model, { value }: ModelVote): boolean =>
  value === undefined || (value === 0 && kind !== "Rating");

/** Excludes abstentions and votes of fraudulent participants. */
const countingVotes = (model: Model): readonly ModelVote[] =>
  model.votes.filter(
    (vote) =>
      !isNothing(model, vote) &&
      model.participants.some(({ id, fraudulent }) => id === vote.participant && !fraudulent),
  );

const distinct = (values: readonly string[]): number => new Set(values).size;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Computes the ratings of all options from the votes alone. */
export function rate(model: Model): ReadonlyMap<string, ModelRating> {
  const { options, variant } = model;
  const counting = countingVotes(model);
  const ids = variant.categories?.map(({ id }) => id);
  const scoreIn = (category: number | undefined) => (option: ModelOption) =>
    scoreOf(
      model,
      counting,
      counting.filter((vote) => vote.option === option.id && vote.category === category),
    );
  const overall = rankOptions(model, counting, (option) =>
    ids === undefined ? scoreIn(undefined)(option) : together(ids.map((id) => scoreIn(id)(option))),
  );
  const byCategory = (ids ?? []).map((id) => ({
    id,
    rankings: rankOptions(model, counting, scoreIn(id)),
  }));
  return new Map(
    options.map(({ id: option }, n) => {
      const on = counting.filter((vote) => vote.option === option);
      const frauds = model.votes.filter(
        (vote) =>
          vote.option === option &&
          model.participants.some(({ id, fraudulent }) => id === vote.participant && fraudulent),
      );
      return [
        option,
        {
          ...(overall[n] as OptionRanking),
          voters: distinct(on.map(({ participant }) => participant)),
          frauds: distinct(frauds.map(({ participant }) => participant)),
          distribution: distributionOf(on),
          categories: byCategory.map(({ id, rankings }) => ({
            id,
            ...(rankings[n] as OptionRanking),
          })),
        },
      ];
    }),
  );
}

function scoreOf(model: Model, all: readonly ModelVote[], on: readonly ModelVote[]): ModelScore {
  const ballots = distinct(
    (model.settings.rating_method === "average_by_all" ? all : on).map(
      ({ participant, day }) => `${participant} ${day}`,
    ),
  );
  const rating = sum(on.map(({ value = 0 }) => pointsOf(model, value)));
  return {
    rating,
    average: ballots === 0 ? 0 : rating / ballots,
    votes: on.length,
    noes: on.filter(({ value }) => value === -1).length,
  };
}

/** Borda points: n − rank + 1, but at least 1. n is the number of options that members see now. */
const pointsOf = ({ variant, options }: Model, value: number): number =>
  variant.kind === "Ranked"
    ? Math.max(1, options.filter(({ archived }) => !archived).length - value + 1)
    : value;

/** With categories: the sum of their ratings, and the mean of the averages of those with votes. */
function together(scores: readonly ModelScore[]): ModelScore {
  const averages = scores.filter(({ votes }) => votes > 0).map(({ average }) => average);
  return {
    rating: sum(scores.map(({ rating }) => rating)),
    average: averages.length === 0 ? 0 : sum(averages) / averages.length,
    votes: sum(scores.map(({ votes }) => votes)),
    noes: sum(scores.map(({ noes }) => noes)),
  };
}

function rankOptions(
  model: Model,
  counting: readonly ModelVote[],
  score: (option: ModelOption) => ModelScore,
): readonly OptionRanking[] {
  const lowest = model.settings.target === "lowest_resistance";
  const scored = model.options.map((option) => ({ option, score: score(option) }));
  const key = ({ noes, rating, average, votes }: ModelScore): number => {
    if (lowest) return model.variant.kind === "Boolean" ? noes : rating;
    if (votes === 0) return Number.POSITIVE_INFINITY;
    return -(model.variant.kind === "Rating" ? average : rating);
  };
  const isBetter = (one: number, other: number) => one < other - 1e-9;
  const keys = scored.filter(({ option }) => !option.archived).map((entry) => key(entry.score));
  const anyPicked = model.options.some(({ picked }) => picked);
  return scored.map(({ option, score: own }) => {
    const rank = option.archived
      ? undefined
      : keys.filter((other) => isBetter(other, key(own))).length + 1;
    const best = rank === 1 && (lowest ? counting.length > 0 : own.votes > 0);
    const { rating, average } = own;
    return { rating, average, rank, best, selected: anyPicked ? option.picked : best };
  });
}

function distributionOf(votes: readonly ModelVote[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { value } of votes) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

/**
 * How much of `vote_limit_per_voter` the votes use: each dot counts, or each option with a value
 * other than 0.
 */
export const used = (
  { variant }: Model,
  votes: readonly { readonly option: string; readonly value: number | undefined }[],
): number =>
  variant.kind === "Dot"
    ? sum(votes.map(({ value = 0 }) => value))
    : distinct(votes.filter(({ value = 0 }) => value !== 0).map(({ option }) => option));

/** `vote_limit_per_voter`. The default for dots is 10. */
export const voterLimit = (model: Model): number =>
  limitOf(model, "vote_limit_per_voter") ??
  (model.variant.kind === "Dot" ? 10 : Number.POSITIVE_INFINITY);
