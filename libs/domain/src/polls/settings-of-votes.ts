import { type CountingMethod, methodsOf } from "../counting";
import { INTEGER_MAX, lengths, text } from "../input/fields";
import { LARGEST_AMOUNT } from "../payments/currencies";
import { voteTypesFor } from "../poll-types";
import type { ProblemSentence } from "../refusals/field-problems";
import { isTimezone, storedTimezone, timezoneName } from "../time/timezone";
import { boolean, derivedChoice, feeType, integer, type Setting, string } from "./setting-kinds";

const timezone = text()
  .refine(
    (value) => value === null || isTimezone(value),
    "must be a time zone such as Europe/Berlin" satisfies ProblemSentence,
  )
  .transform((value) => (value === null ? null : timezoneName(value)));

/** Settings that the first option fixes, as stored options depend on them. */
export const settingsOfFirstOption = {
  option_type: derivedChoice<string>(
    "The class of options at the top level. The default is the first one of the poll type.",
    {
      allowed: ({ optionTypes }) => optionTypes,
      fallback: ({ optionTypes }) => optionTypes[0],
    },
  ),
} satisfies Readonly<Record<string, Setting<unknown>>>;

/** Settings that the first vote fixes, as stored votes depend on them. */
export const settingsOfFirstVote = {
  vote_per_day: boolean(
    "Whether a participant may vote again each day, in the time zone of the poll.",
  ),
  voting_fee: integer(
    "The fee or suggested donation for taking part, or the price of a sold vote, in the minor unit of the currency (cents). Unset: none.",
    0,
    LARGEST_AMOUNT,
  ),
  vote_type: derivedChoice<string | undefined>(
    "The vote type, which defines their values. The default is the first one of the poll type. Surveys have none; their steps have one.",
    {
      allowed: voteTypesFor,
      fallback: ({ defaultVoteType }) => defaultVoteType,
    },
  ),
  voting_fee_type: feeType(
    "What participants pay: nothing, `voting_fee` once, each vote, or a donation. **The operator of the service receives the money**, or the owner if the owner has connected an account. Default: `voting_fee` while that amount is above 0, else unset.",
    "voting_fee",
    "voting_sell_votes",
    "voting_donation",
  ),
} satisfies Readonly<Record<string, Setting<unknown>>>;

/** Settings of which a change must keep all stored votes valid. */
export const settingsOfStoredVotes = {
  anonymize_voter_names: boolean(
    "Whether all readers see a generated name such as `Participant 3f9a1c`. Names in requests are not stored. Cannot be switched off once there are participants.",
  ),
  vote_limit_per_option: integer(
    "The maximum value of a vote, such as the number of stars. Unset: the maximum of the vote type.",
  ),
  vote_limit_per_option_min: integer(
    "The minimum value of a vote, which may be negative. Unset: the minimum of the vote type.",
    -INTEGER_MAX - 1,
  ),
  vote_limit_per_voter: integer(
    "The maximum number of options that a participant votes on, or of dots or bought votes of a participant. Unset: no limit; for dots 10.",
  ),
  timezone: {
    ...string(
      "The IANA time zone of times without an offset, of dates and of days, such as `Europe/Berlin`. Default: `UTC`.",
      lengths.short,
      timezone,
    ),
    fallback: () => "UTC",
    revive: (stored) => storedTimezone(stored as string),
  } as Setting<string>,
  counting_method: derivedChoice<CountingMethod | undefined>(
    "Extension: how ballots become a result, with a count that shows all its steps. The vote type decides which methods there are. Unset: options are ranked by `rating` or `average_rating`, without a count.",
    {
      allowed: (type, { vote_type: voteType } = {}) => [
        null,
        ...new Set(
          (typeof voteType === "string" ? [voteType] : voteTypesFor(type)).flatMap((name) =>
            methodsOf(name),
          ),
        ),
      ],
      fallback: () => undefined,
    },
  ),
} satisfies Readonly<Record<string, Setting<unknown>>>;
