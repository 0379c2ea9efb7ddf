import type { AccessLevel } from "../access/access-level";
import { optionTypes } from "../option-types";
import type { Option } from "../options/option";
import { pollTypes } from "../poll-types";
import { defaultInputType, isClosedQuestion } from "../polls/attributes";
import type { Poll } from "../polls/poll";
import { hasVotingWallet } from "../polls/status";
import { type RatingReader, ratingVisibility } from "../ratings/rating-visibility";
import { voteTypes } from "../vote-types";
import { withoutOther } from "../vote-types/typed-text";
import type { CastVote, ListedVote } from "./vote";
import { isOfToday } from "./voting-window";

export interface VoteViewer {
  readonly access: AccessLevel;
  /** The vote's participant belongs to the caller. */
  readonly own: boolean;
}

/** Whether votes of others are hidden from a member, like the ratings (docs/reference/votes.md#reading-votes). */
export const hidesVotes = (reader: Omit<RatingReader, "access">): boolean =>
  !ratingVisibility({ ...reader, access: "member" }).ratings;

const textTypes: readonly string[] = voteTypes.all
  .filter(({ carries }) => carries === "text")
  .map(({ name }) => name);

/**
 * Types of votes that only their owner and admins may read: the texts of a survey without `public_answers`
 * (docs/reference/votes.md#private-answers).
 */
export const privateVoteTypes = ({
  type,
  settings,
}: Pick<Poll, "type" | "settings">): readonly string[] =>
  pollTypes.get(type).hasSteps && !settings.public_answers ? textTypes : [];

/** Whether results show distributions to the caller (docs/reference/results.md#distributions). */
export const mayReadDistribution = (
  poll: Pick<Poll, "type" | "settings">,
  access: AccessLevel,
  { voteType, inputType }: { readonly voteType: string; readonly inputType: string | undefined },
): boolean =>
  access === "admin" || !privateVoteTypes(poll).includes(voteType) || isClosedQuestion(inputType);

/**
 * Whether the caller may read a vote (docs/reference/votes.md#reading-votes); if not, it is 404. `optionVisible`: it
 * sees the option. `anyDay`: admins list all days.
 */
export function mayReadVote(
  poll: Pick<Poll, "type" | "status" | "settings">,
  vote: Pick<CastVote, "type" | "voteDate" | "paidVotes">,
  { access, own }: VoteViewer,
  {
    now,
    hasVoted,
    optionVisible,
    anyDay = false,
  }: Pick<RatingReader, "now" | "hasVoted"> & {
    readonly optionVisible: boolean;
    readonly anyDay?: boolean;
  },
): boolean {
  const allDays = anyDay && access === "admin";
  if (!allDays && !isOfToday(poll, vote, now)) return false;
  if (own || access === "admin") return true;
  // Nothing of it counts.
  if (vote.paidVotes === 0) return false;
  const hides = hidesVotes({ poll, hasVoted, now });
  return optionVisible && !hides && !privateVoteTypes(poll).includes(vote.type);
}

/** How a response shows a conditional field: with its value, as null, or not at all. */
export type Shown = "value" | "null" | "omitted";

export interface ConditionalVoteFields {
  readonly loser_option_id: Shown;
  readonly voter_id: Shown;
  readonly voting_category_id: Shown;
  readonly paid: Shown;
  readonly paid_votes: Shown;
  readonly skipped: Shown;
  readonly no_longer_offered: Shown;
}

/** How responses show the conditional fields of a readable vote (docs/reference/votes.md#fields). */
export function voteFields(
  poll: Pick<Poll, "settings" | "votingCategories">,
  vote: Pick<ListedVote, "type" | "paidVotes" | "skipped" | "offered">,
  { access, own }: VoteViewer,
): ConditionalVoteFields {
  const anonymous = !own && access !== "admin" && poll.settings.hidden_participants;
  // A refund would tell whose votes are paid.
  const seesPaid = access === "admin" && !poll.settings.anonymize_voter_names;
  const sold = vote.paidVotes !== undefined && (own || seesPaid);
  return {
    loser_option_id: voteTypes.get(vote.type).compares ? "value" : "omitted",
    voter_id: anonymous ? "null" : "value",
    voting_category_id: poll.votingCategories.length > 0 ? "value" : "omitted",
    paid: seesPaid && hasVotingWallet(poll) ? "value" : "omitted",
    paid_votes: sold ? "value" : "omitted",
    skipped: vote.skipped && (own || access === "admin") ? "value" : "omitted",
    no_longer_offered: !vote.offered && (own || access === "admin") ? "value" : "omitted",
  };
}

/** The number of a vote as the viewer reads it: of sold votes of others what counts, the paid part. */
export const readableValue = (
  { value, paidVotes }: Pick<CastVote, "value" | "paidVotes">,
  { access, own }: VoteViewer,
): number | undefined => (own || access === "admin" ? value : (paidVotes ?? value));

/** `vote` in responses: the number, or the text or date of `vote_text`. Null: an abstention. */
export const shownValue = ({
  value,
  text,
}: Pick<CastVote, "value" | "text">): number | string | null => value ?? text ?? null;

/**
 * The text of a vote as the viewer reads it: other answers only by their owner and admins
 * (docs/reference/votes.md#other-answers).
 */
export function readableText(
  text: string | undefined,
  { type, inputType, settings }: Pick<Option, "type" | "inputType" | "settings">,
  { access, own }: VoteViewer,
): string | undefined {
  if (text === undefined || own || access === "admin" || !settings.allow_other) return text;
  if (!optionTypes.get(type).isInput) return undefined;
  const { allowed_values: allowedValues = [] } = settings;
  if (allowedValues.length === 0) return text;
  return withoutOther(text, { inputType: inputType ?? defaultInputType, allowedValues });
}

/** `paid`: all bought votes and the participant's fee are paid. */
export const isPaid = (
  { value, paidVotes }: Pick<CastVote, "value" | "paidVotes">,
  participant: { readonly paid: boolean | undefined },
): boolean => participant.paid !== false && (paidVotes === undefined || paidVotes >= (value ?? 0));
