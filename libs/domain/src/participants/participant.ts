import type { OwnerKey } from "../access/actor";

/** Whether a participant has a place (docs/reference/participants.md#places). Without a limit each has one. */
export const participantPlaces = ["taken", "waiting", "given_up"] as const;

export type ParticipantPlace = (typeof participantPlaces)[number];

/** A participant; called `voter` in requests and responses. */
export interface Participant {
  readonly id: bigint;
  readonly publicId: string;
  readonly pollId: bigint;
  readonly ownerKey: OwnerKey;
  readonly userName: string | undefined;
  readonly additionalAttributes: Readonly<Record<string, string>>;
  readonly optinEmail: string | undefined;
  /** Undefined while double opt-in is pending. */
  readonly confirmedAt: Date | undefined;
  /** Whether the client reported the survey as finished. */
  readonly complete: boolean;
  readonly fraudulent: boolean;
  readonly jury: boolean;
  /** False while the participation fee is unpaid. Undefined when there is no fee. */
  readonly paid: boolean | undefined;
  /** While the fee is unpaid, its votes keep their places until this time. */
  readonly placeUntil: Date | undefined;
  readonly place: ParticipantPlace;
  readonly changedByAdmin: boolean;
  /** How often the personal link was revoked. */
  readonly linkRevision: number;
  readonly termsAccepted: boolean | undefined;
  readonly privacyPolicyAccepted: boolean | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What decisions on votes and confirmations read of a participant, which is loaded with each vote. */
export type Voter = Pick<
  Participant,
  | "id"
  | "publicId"
  | "pollId"
  | "ownerKey"
  | "optinEmail"
  | "confirmedAt"
  | "fraudulent"
  | "jury"
  | "paid"
  | "placeUntil"
  | "place"
>;
