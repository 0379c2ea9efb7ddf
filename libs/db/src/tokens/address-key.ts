import { createHmac } from "node:crypto";
import type { MailRequester } from "@polls/domain/mails";
import { foldAddress, listedAs, mailboxOf } from "@polls/domain/opt-ins";

/**
 * An HMAC that identifies an e-mail address in the database. It is the same for all spellings of
 * the address (docs/reference/opt-in.md#addresses); one that opted out, also for all tags, because
 * a mailbox has one owner. `purpose` separates tables: keys of one table do not match those of
 * another.
 */
export const addressKey = (
  key: string,
  purpose: "invited" | "opted out",
  address: string,
): Uint8Array<ArrayBuffer> =>
  hmac(key, `${purpose}\0${purpose === "invited" ? foldAddress(address) : mailboxOf(address)}`);

/** The keys of an address that may have opted out. Earlier rows have the key of an address with its tag. */
export const optedOutKeys = (
  keys: readonly string[],
  address: string,
): readonly Uint8Array<ArrayBuffer>[] =>
  keys.flatMap((key) => listedAs(address).map((listed) => hmac(key, `opted out\0${listed}`)));

const hmac = (key: string, text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac("sha256", key).update(text).digest());

/** Identifies the requester of an opt-in mail, by another key in each poll. */
export const optInRequesterKey = (
  key: string,
  pollId: bigint,
  requester: MailRequester,
): Uint8Array<ArrayBuffer> => hmac(key, `opt-in\0${pollId}\0${requester}`);
