import type { OwnerKey } from "../access/actor";

/** A participant as the domain knows it (S2.3; `voter` on the wire). */
export interface Participant {
  readonly id: bigint;
  readonly publicId: string;
  readonly pollId: bigint;
  readonly ownerKey: OwnerKey;
  readonly userName: string | undefined;
  readonly additionalAttributes: Readonly<Record<string, string>>;
  readonly optinEmail: string | undefined;
  /** Undefined while a double opt-in is pending. */
  readonly confirmedAt: Date | undefined;
  /** The client said that the survey is finished. */
  readonly complete: boolean;
  readonly fraudulent: boolean;
  readonly jury: boolean;
  /** False while a voting fee is open; undefined: none is demanded. */
  readonly paid: boolean | undefined;
  readonly changedByAdmin: boolean;
  readonly termsAccepted: boolean | undefined;
  readonly privacyPolicyAccepted: boolean | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
