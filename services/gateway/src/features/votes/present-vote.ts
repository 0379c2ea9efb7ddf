import type { AccessLevel } from "@polls/domain/access";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { isPaid, type Shown, shownValue, type Vote, voteFields } from "@polls/domain/votes";
import type { VoteWire } from "./votes.schema";

/** A vote with the rows that its wire form names. */
export interface PresentableVote {
  readonly poll: Poll;
  readonly vote: Omit<Vote, "id">;
  readonly participant: Pick<Participant, "publicId" | "paid">;
  readonly option: { readonly publicId: string };
  readonly loser: { readonly publicId: string } | undefined;
}

export interface VoteReader {
  readonly access: AccessLevel;
  /** The vote's participant belongs to the reader. */
  readonly own: boolean;
}

/** A vote as a reader sees it. */
export function presentVote(
  { poll, vote, participant, option, loser }: PresentableVote,
  reader: VoteReader,
): VoteWire {
  const shown = voteFields(poll, vote, reader);
  // Which form it is follows from the class of the vote, which decided whether it has a text.
  return {
    id: vote.publicId,
    type: vote.type,
    created_at: vote.createdAt.toISOString(),
    updated_at: vote.updatedAt.toISOString(),
    option_id: option.publicId,
    ...field("loser_option_id", shown.loser_option_id, loser?.publicId),
    voter_id: shown.voter_id === "value" ? participant.publicId : null,
    vote: shownValue(vote),
    vote_date: vote.voteDate ?? null,
    vote_text: vote.text ?? null,
    ...field("paid", shown.paid, isPaid(vote, participant)),
    ...(shown.paid_votes === "value" ? { paid_votes: vote.paidVotes ?? 0 } : {}),
    ...field("voting_category_id", shown.voting_category_id, vote.votingCategoryId),
  } as VoteWire;
}

const field = <Name extends string, Value>(name: Name, shown: Shown, value: Value | undefined) =>
  (shown === "omitted" ? {} : { [name]: shown === "null" ? null : (value ?? null) }) as {
    readonly [Key in Name]?: Value | null;
  };
