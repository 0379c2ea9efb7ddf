import type { Db, Prisma } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";

interface OfPoll {
  readonly id: bigint;
  readonly pollId: bigint;
}

const ordinaryVote = (option: OfPoll, participant: Pick<OfPoll, "id">) => ({
  publicId: newPublicId(),
  pollId: option.pollId,
  optionId: option.id,
  participantId: participant.id,
  type: "Votes::BooleanVote",
  value: 1,
});

/** Stores the row of a vote, which no tally counts. By default it says yes. */
export const buildVote = (
  { prisma }: { readonly prisma: Pick<Db["prisma"], "vote"> },
  option: OfPoll,
  participant: Pick<OfPoll, "id">,
  facts: Partial<Prisma.VoteUncheckedCreateInput> = {},
) => prisma.vote.create({ data: { ...ordinaryVote(option, participant), ...facts } });

/** Stores a vote that waits for the confirmation of an address. By default it says yes. */
export const buildHeldVote = (
  { prisma }: { readonly prisma: Pick<Db["prisma"], "heldVote"> },
  option: OfPoll,
  participant: Pick<OfPoll, "id">,
  facts: Partial<Prisma.HeldVoteUncheckedCreateInput> = {},
) => prisma.heldVote.create({ data: { ...ordinaryVote(option, participant), ...facts } });
