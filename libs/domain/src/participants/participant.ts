import type { OwnerKey } from "../access/actor";

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
  readonly changedByAdmin: boolean;
  /** How often the personal link was revoked. */
  readonly linkRevision: number;
  readonly termsAccepted: boolean | undefined;
  readonly privacyPolicyAccepted: boolean | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
