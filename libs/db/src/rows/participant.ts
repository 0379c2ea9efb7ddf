import type { OwnerKey } from "@polls/domain/access";
import type { Participant, ParticipantPlace } from "@polls/domain/participants";
import type { Participant as ParticipantRow } from "../generated/prisma/client";

/** Converts a row of `participants`, without its address key. */
export const participantFromRow = (row: ParticipantRow): Participant => ({
  id: row.id,
  publicId: row.publicId,
  pollId: row.pollId,
  ownerKey: row.ownerKey as OwnerKey,
  userName: row.userName ?? undefined,
  additionalAttributes: row.additionalAttributes as Record<string, string>,
  optinEmail: row.optinEmail ?? undefined,
  confirmedAt: row.confirmedAt ?? undefined,
  complete: row.complete,
  fraudulent: row.fraudulent,
  jury: row.jury,
  paid: row.paid ?? undefined,
  placeUntil: row.placeUntil ?? undefined,
  place: row.place as ParticipantPlace,
  changedByAdmin: row.changedByAdmin,
  linkRevision: row.linkRevision,
  termsAccepted: row.termsAccepted ?? undefined,
  privacyPolicyAccepted: row.privacyPolicyAccepted ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
