import type { AccessLevel } from "@polls/domain/access";
import { nameValues, type Option, translateOption } from "@polls/domain/options";
import { isAnonymous, type Participant, shownMoment } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  type ConditionalVoteFields,
  isPaid,
  type ListedVote,
  readableText,
  readableValue,
  type Shown,
  shownValue,
  type Vote,
  voteFields,
} from "@polls/domain/votes";
import type { VoteWire } from "./votes.schema";

export interface PresentableVote {
  readonly poll: Poll;
  readonly vote: Omit<Vote, "id"> & Pick<ListedVote, "offered">;
  readonly participant: Pick<Participant, "publicId" | "paid">;
  readonly option: Pick<
    Option,
    "publicId" | "type" | "content" | "startDate" | "endDate" | "inputType" | "settings"
  >;
  readonly parent: { readonly publicId: string } | undefined;
  readonly loser: { readonly publicId: string } | undefined;
  /** The pay page of an unpaid purchase. */
  readonly paymentUrl?: string | undefined;
  readonly held?: boolean;
}

export interface VoteReader {
  readonly access: AccessLevel;
  /** The vote's participant belongs to the reader. */
  readonly own: boolean;
  /** The translation in which an option is named that is no longer offered. */
  readonly textLanguage?: string | undefined;
}

export function presentVote(
  { poll, vote, participant, option, parent, loser, paymentUrl, held = false }: PresentableVote,
  reader: VoteReader,
): VoteWire {
  const shown = voteFields(poll, vote, reader);
  const text = readableText(vote.text, option, reader);
  const anonymous = !reader.own && isAnonymous(poll, reader.access);
  // Without spreads, because a batch has hundreds of votes (docs/performance.md#spreads).
  const wire: Record<string, unknown> = {
    id: vote.publicId,
    type: vote.type,
    created_at: shownMoment(vote.createdAt.toISOString(), anonymous),
    updated_at: shownMoment(vote.updatedAt.toISOString(), anonymous),
    option_id: option.publicId,
    voter_id: shown.voter_id === "value" ? participant.publicId : null,
    vote: shownValue({ value: readableValue(vote, reader), text }),
    vote_date: vote.voteDate ?? null,
    vote_text: text ?? null,
  };
  addField(wire, "loser_option_id", shown.loser_option_id, loser?.publicId);
  addField(wire, "paid", shown.paid, isPaid(vote, participant));
  addField(wire, "paid_votes", shown.paid_votes, vote.paidVotes);
  if (reader.own && paymentUrl !== undefined) wire.payment_url = paymentUrl;
  if (reader.own && held) wire.held = true;
  addField(wire, "skipped", shown.skipped, vote.skipped);
  if (shown.no_longer_offered === "value") {
    wire.no_longer_offered = true;
    wire.option = {
      ...nameValues(
        translateOption(option, reader.textLanguage),
        poll.settings,
        reader.access === "admin",
      ),
      ...(parent !== undefined && { parent_option_id: parent.publicId }),
    };
  }
  addField(wire, "voting_category_id", shown.voting_category_id, vote.votingCategoryId);
  // The vote type defines the form: it decided whether the vote has a text.
  return wire as VoteWire;
}

function addField(
  wire: Record<string, unknown>,
  name: keyof ConditionalVoteFields,
  shown: Shown,
  value: unknown,
): void {
  if (shown !== "omitted") wire[name] = shown === "null" ? null : (value ?? null);
}
