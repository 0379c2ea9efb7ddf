import type { OwnerKey } from "@polls/domain/access";
import type { Participant, ParticipantPlace, Voter } from "@polls/domain/participants";
import type { Participant as ParticipantRow } from "../generated/prisma/client";

/** The columns of `voterFromRow`. */
export const voterColumns = `id, public_id, poll_id, owner_key, optin_email, confirmed_at, fraudulent, jury, paid,
  place_until, place`;

export type VoterRow = Pick<ParticipantRow, keyof Voter>;

export const voterFromRow = (row: VoterRow): Voter => ({
  id: row.id,
  publicId: row.publicId,
  pollId: row.pollId,
  ownerKey: row.ownerKey as OwnerKey,
  optinEmail: row.optinEmail ?? undefined,
  confirmedAt: row.confirmedAt ?? undefined,
  fraudulent: row.fraudulent,
  jury: row.jury,
  paid: row.paid ?? undefined,
  placeUntil: row.placeUntil ?? undefined,
  place: row.place as ParticipantPlace,
});

/** Converts a row of `participants`, without its address key. */
export const participantFromRow = (row: ParticipantRow): Participant => ({
  userName: row.userName ?? undefined,
  additionalAttributes: row.additionalAttributes as Record<string, string>,
  complete: row.complete,
  changedByAdmin: row.changedByAdmin,
  linkRevision: row.linkRevision,
  termsAccepted: row.termsAccepted ?? undefined,
  privacyPolicyAccepted: row.privacyPolicyAccepted ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  // Last, because properties after a spread are slow (docs/performance.md#spreads).
  ...voterFromRow(row),
});
