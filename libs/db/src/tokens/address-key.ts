import { createHmac } from "node:crypto";
import type { MailRequester } from "@polls/domain/mails";
import { foldAddress } from "@polls/domain/opt-ins";

/**
 * Stands for an e-mail address in a key of the database: an HMAC, the same for all writings of the address
 * (docs/reference/opt-in.md#addresses). `purpose` tells tables apart: no row of one can be found in another.
 */
export const addressKey = (
  key: string,
  purpose: "invited" | "opted out",
  address: string,
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHmac("sha256", key)
      .update(`${purpose}\0${foldAddress(address)}`)
      .digest(),
  );

/** Stands for the requester of an opt-in mail; the same requester has another key in another poll. */
export const optInRequesterKey = (
  key: string,
  pollId: bigint,
  requester: MailRequester,
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac("sha256", key).update(`opt-in\0${pollId}\0${requester}`).digest());
