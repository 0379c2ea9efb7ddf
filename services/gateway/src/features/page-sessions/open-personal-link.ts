import {
  isPersonalToken,
  linkVisitor,
  lockParticipantForDeletion,
  type PrismaTransaction,
  participantOfToken,
} from "@polls/db";
import type { OwnerKey } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import type { Config } from "../../config";

/**
 * Lets a browser act for the owner of the participant whose link it opened
 * (docs/reference/participants.md#personal-link). Throws 404 for a wrong or revoked token.
 */
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
