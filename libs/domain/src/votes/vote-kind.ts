import { methodTraitsOf } from "../counting";
import { optionTypes } from "../option-types";
import type { Option } from "../options/option";
import type { PollSettings } from "../polls/settings";
import { voteTypeAs, voteTypes } from "../vote-types";
import type { VoteBounds, VoteType } from "../vote-types/vote-type";
import { takesPlace } from "../vote-values";
import { exactSum } from "./exact-sum";
import type { PurchaseRange } from "./purchase";
import type { CastVote, VoteValue } from "./vote";

/** The kind of the votes of a poll or below a survey step: their class and the bounds of a value. */
export interface VoteKind {
  readonly type: VoteType;
  /** Whether the value is the number of votes to buy. */
  readonly sold: boolean;
  readonly bounds: Pick<VoteBounds, "min" | "max" | "perVoter">;
  /** The least number of votes of a participant, counted like the limit. Undefined: none. */
  readonly leastPerVoter: number | undefined;
}

/** The classes of votes with unique ranks, for counting methods that define equal ranks. */
const withEqualRanks = new Map<string, VoteType>(
  voteTypes.all
    .filter(({ unique }) => unique)
    .map((type) => [type.name, { ...type, unique: false }]),
);

/** The kind of votes that the settings of a poll define. Undefined: survey steps do, or the type is unknown. */
export function voteKindOfPoll(settings: PollSettings): VoteKind | undefined {
  const type = settings.vote_type === undefined ? undefined : voteTypes.find(settings.vote_type);
  if (type === undefined) return undefined;
  const sold = settings.voting_fee_type === "voting_sell_votes" && type.maySell;
  const equalRanks = methodTraitsOf(settings.counting_method ?? "")?.equalRanks === true;
  return {
    type: (equalRanks ? withEqualRanks.get(type.name) : undefined) ?? voteTypeAs(type.name, sold),
    sold,
    bounds: {
      min: settings.vote_limit_per_option_min,
      max: settings.vote_limit_per_option,
      perVoter: settings.vote_limit_per_voter,
    },
    leastPerVoter: settings.vote_limit_per_voter_min,
  };
}

/** The kind of votes below a survey step. Undefined if it has none, and for options that are not steps. */
export function voteKindOfStep(
  step: Pick<Option, "type" | "settings" | "inputType">,
): VoteKind | undefined {
  const { isStep, children: childrenOf } = optionTypes.get(step.type);
  const children = isStep ? childrenOf(step, "") : undefined;
  if (children?.voteType === undefined) return undefined;
  const { settings } = step;
  const perVoter = settings.survey_step_vote_limit_per_voter;
  return {
    type: voteTypes.get(children.voteType),
    sold: false,
    bounds:
      children.voteLimits === "columns"
        ? { min: 1, max: settings.allowed_values?.length ?? 0, perVoter }
        : {
            min: settings.survey_step_vote_limit_per_option_min,
            max: settings.survey_step_vote_limit_per_option,
            perVoter,
          },
    leastPerVoter:
      settings.survey_step_type === "vote"
        ? settings.survey_step_vote_limit_per_voter_min
        : undefined,
  };
}

/** Whether a number is a valid value of such votes. */
export const isValueOf = ({ type, bounds }: VoteKind, value: number): boolean =>
  type.read({ vote: value }, { ...bounds, options: undefined, text: undefined }).ok;

/** The `vote_limit_per_voter` of such votes. Undefined: no limit. */
export const limitPerVoterOf = ({ type, bounds }: VoteKind): number | undefined =>
  bounds.perVoter ?? type.defaultLimitPerVoter;

/** How much of `vote_limit_per_voter` votes use: the sum of what each uses, or the number of options that use any. */
export const limitUseOf = <One extends Pick<CastVote, "optionId">>(
  { limitAddsUp }: VoteType,
  votes: readonly One[],
  useOf: (vote: One) => number,
): number =>
  limitAddsUp
    ? // A call takes only some 100,000 arguments.
      votes.reduce((sum, vote) => exactSum(sum, useOf(vote)), 0)
    : new Set(votes.filter((vote) => useOf(vote) > 0).map(({ optionId }) => optionId)).size;

/** A vote or an abstention of a participant, to be counted. */
export interface CountedVote extends VoteValue {
  readonly optionId: bigint;
}

/**
 * The votes that a participant must still cast, as far as the options take them
 * (docs/reference/votes.md#least-number-of-votes). `allDots`: all dots must be spent.
 */
export function votesLeft(
  kind: VoteKind | undefined,
  {
    votes,
    options,
    categories = 1,
    allDots,
  }: {
    readonly votes: readonly CountedVote[];
    readonly options: number;
    readonly categories?: number;
    readonly allDots: boolean;
  },
): number {
  if (kind === undefined) return 0;
  const { type, bounds, leastPerVoter = 0 } = kind;
  const limit = limitPerVoterOf(kind) ?? Number.POSITIVE_INFINITY;
  const isDots = type.defaultLimitPerVoter !== undefined;
  const wanted = allDots && isDots ? limit : Math.min(leastPerVoter, limit);
  const used = limitUseOf(type, votes, type.limitUse);
  const most = type.limitAddsUp ? (bounds.max ?? Number.POSITIVE_INFINITY) * categories : 1;
  return options === 0 ? 0 : Math.max(0, Math.min(wanted, options * most) - used);
}

/** What a vote needs in addition to a valid value. */
export interface VoteNeeds {
  /** The number of places of an option. Undefined: no limit. */
  readonly places: number | undefined;
  /** The range of quantities that can be bought at once. Undefined: no limit. */
  readonly purchase: PurchaseRange | undefined;
}

/** Whether any vote of the kind can count. Tries the ends of every range, and typical values. */
export function someVoteCounts(kind: VoteKind, { places, purchase }: VoteNeeds): boolean {
  const { type, bounds } = kind;
  const limit = limitPerVoterOf(kind) ?? Number.POSITIVE_INFINITY;
  const range = kind.sold ? (purchase ?? { least: 0, most: Number.POSITIVE_INFINITY }) : undefined;
  const numbers = [bounds.min, bounds.max, bounds.perVoter, range?.least, -1, 0, 1];
  const inputs = [
    ...numbers.map((vote) => ({ vote })),
    // A text that is also a date.
    { voteText: "2030-01-31" },
  ];
  return inputs.some((input) => {
    const reading = type.read(input, { ...bounds, options: undefined, text: undefined });
    if (!reading.ok || type.isAbstention(reading.value)) return false;
    const { value = 0 } = reading.value;
    if (range !== undefined && (value < range.least || value > range.most)) return false;
    const finds = places !== 0 || !takesPlace(reading.value);
    return finds && type.limitUse(reading.value) <= limit;
  });
}
