import { optionTypes } from "../option-types";
import type { Option } from "../options/option";
import type { PollSettings } from "../polls/settings";
import { voteTypeAs, voteTypes } from "../vote-types";
import type { VoteBounds, VoteType } from "../vote-types/vote-type";
import type { PurchaseRange } from "./purchase";

/** What votes of a poll, or those under a survey step, are: their class and the bounds of a value. */
export interface VoteKind {
  readonly type: VoteType;
  /** The value is how many votes to buy. */
  readonly sold: boolean;
  readonly bounds: Pick<VoteBounds, "min" | "max" | "perVoter">;
}

/**
 * The votes that the settings of a poll describe; undefined where its survey steps describe them, and where
 * `vote_type` is not known.
 */
export function voteKindOfPoll(settings: PollSettings): VoteKind | undefined {
  const type = settings.vote_type === undefined ? undefined : voteTypes.find(settings.vote_type);
  if (type === undefined) return undefined;
  const sold = settings.voting_fee_type === "voting_sell_votes" && type.maySell;
  return {
    type: voteTypeAs(type.name, sold),
    sold,
    bounds: {
      min: settings.vote_limit_per_option_min,
      max: settings.vote_limit_per_option,
      perVoter: settings.vote_limit_per_voter,
    },
  };
}

/** The votes under a survey step; undefined where it takes none, and for options that are no steps. */
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
  };
}

/** Whether a number is a value of such votes. */
export const isValueOf = ({ type, bounds }: VoteKind, value: number): boolean =>
  type.read({ vote: value }, { ...bounds, options: undefined, text: undefined }).ok;

/** What one participant may use of `vote_limit_per_voter`; undefined: no limit. */
export const limitPerVoterOf = ({ type, bounds }: VoteKind): number | undefined =>
  bounds.perVoter ?? type.defaultLimitPerVoter;

/** What a vote needs beside a value that its kind takes. */
export interface VoteNeeds {
  /** How many participants an option takes; undefined: any number. */
  readonly places: number | undefined;
  /** How many votes can be bought at a time; undefined: any number. */
  readonly purchase: PurchaseRange | undefined;
}

/**
 * Whether some vote of the kind counts. The values tried are the ends of every range, and what the other
 * kinds have in common.
 */
export function someVoteCounts(kind: VoteKind, { places, purchase }: VoteNeeds): boolean {
  const { type, bounds } = kind;
  const limit = limitPerVoterOf(kind) ?? Number.POSITIVE_INFINITY;
  const range = kind.sold ? (purchase ?? { least: 0, most: Number.POSITIVE_INFINITY }) : undefined;
  const numbers = [bounds.min, bounds.max, bounds.perVoter, range?.least, -1, 0, 1];
  const inputs = [
    ...numbers.map((vote) => ({ vote })),
    // Any text, and a date.
    { voteText: "2030-01-31" },
  ];
  return inputs.some((input) => {
    const reading = type.read(input, { ...bounds, options: undefined, text: undefined });
    if (!reading.ok || type.isAbstention(reading.value)) return false;
    const { value = 0 } = reading.value;
    if (range !== undefined && (value < range.least || value > range.most)) return false;
    const finds = places !== 0 || !type.takesPlace(reading.value);
    return finds && type.limitUse(reading.value) <= limit;
  });
}
