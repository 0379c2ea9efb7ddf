import { createHmac } from "node:crypto";
import type { MailRequester } from "@polls/domain/mails";
import { foldAddress } from "@polls/domain/opt-ins";

/**
 * An HMAC that identifies an e-mail address in the database. It is the same for all spellings of
 * the address (docs/reference/opt-in.md#addresses). `purpose` separates tables: keys of one table
 * do not match those of another.
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

/**
 * Identifies the requester of an opt-in mail. The same requester has different keys in different
 * polls.
 */
export const optInRequesterKey = (
  key: string,
  pollId: bigint,
  requester: MailRequester,
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac("sha256", key).update(`opt-in\0${pollId}\0${requester}`).digest());
