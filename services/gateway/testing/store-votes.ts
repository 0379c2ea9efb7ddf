import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { weightOf } from "@polls/domain/votes";
import { buildParticipant, countStored } from "@polls/testing";

export interface StoredVote {
  /** Default: a new participant. */
  readonly by?: Participant;
  readonly on: Pick<Option, "id">;
  readonly value?: number;
  readonly text?: string | undefined;
  readonly over?: Pick<Option, "id">;
  readonly category?: number;
  readonly type?: string;
  readonly paidVotes?: number;
}

/** Stores votes without checking any rules, and recounts the poll. */
export async function storeVotes(
  db: Db,
  poll: Poll,
  votes: readonly StoredVote[],
): Promise<readonly Participant[]> {
  const participants: Participant[] = [];
  for (const { by, on, over, value, text, category, paidVotes, type } of votes) {
    const participant = by ?? (await buildParticipant(db, poll));
    participants.push(participant);
    const voteType = type ?? poll.settings.vote_type;
    if (voteType === undefined) throw new Error("the poll has no vote type: name one");
    const { counts, score, saysNo } = weightOf({
      type: voteType,
      value,
      text,
      paidVotes,
      skipped: false,
    });
    await db.prisma.vote.create({
      data: {
        publicId: newPublicId(),
        pollId: poll.id,
        participantId: participant.id,
        optionId: on.id,
        loserOptionId: over?.id ?? null,
        votingCategoryId: category ?? null,
        type: voteType,
        value: value ?? null,
        text: text ?? null,
        paidVotes: paidVotes ?? null,
        counts,
        score,
        saysNo,
      },
    });
  }
  await countStored(db, poll.id);
  return participants;
}
