import { linkVisitor, lockParticipantForDeletion } from "@polls/db/participants";
import type { PrismaTransaction } from "@polls/db/sql";
import { isPersonalToken, participantOfToken } from "@polls/db/tokens";
import type { OwnerKey } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import type { Config } from "../../config";

/** Throws 404 for a wrong or revoked token (docs/reference/participants.md#personal-link). */
export async function openPersonalLink(
  tx: PrismaTransaction,
  { id: pollId }: Pick<Poll, "id">,
  { token, visitorKey, now }: { token: string; visitorKey: OwnerKey; now: Date },
  { config: { keys } }: { readonly config: Pick<Config, "keys"> },
): Promise<void> {
  const publicId = participantOfToken(token) ?? "";
  await lockParticipantForDeletion(tx, pollId, publicId);
  const participant = await tx.prisma.participant.findFirst({ where: { pollId, publicId } });
  if (participant === null || !isPersonalToken(keys.mailLinks.all, token, participant)) {
    throw new NotFound("Participant");
  }
  if (participant.ownerKey !== visitorKey) await linkVisitor(tx, participant, visitorKey, now);
}
