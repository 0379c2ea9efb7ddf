import { createHash, createHmac, randomBytes } from "node:crypto";

const NONCE_BYTES = 16;

/** The purpose of a link in a mail. */
export type LinkPurpose =
  | "opt_in"
  | "creator"
  | "sign_in"
  | "sign_up"
  | "membership"
  | "unsubscribe";

/** A new link. Its nonce is stored with the mail, its digest with the row to which it gives access. */
export interface NewLink {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly digest: Uint8Array<ArrayBuffer>;
}

/**
 * The token of a link: 256 bits, derived from the nonce of the mail. The mail worker derives it
 * again, so it is not stored (docs/adr/0010-links-in-mails-are-derived.md). A token is valid for
 * one address.
 */
export const linkToken = (
  key: string,
  link: { readonly purpose: LinkPurpose; readonly nonce: Uint8Array; readonly address: string },
): string =>
  createHmac("sha256", key)
    .update(`${link.purpose}\0${Buffer.from(link.nonce).toString("base64url")}\0${link.address}`)
    .digest("base64url");

/** The token of a stored digest. Throws if no key makes it, such as before this process has the newest secret. */
export function storedLinkToken(
  keys: readonly string[],
  link: Parameters<typeof linkToken>[1],
  digest: Uint8Array,
): string {
  return withDigest(
    keys.map((key) => linkToken(key, link)),
    digest,
  );
}

/** The code of a stored invitation, derived in the same way as `storedLinkToken`. */
export const storedInvitationCode = (
  keys: readonly string[],
  publicId: string,
  digest: Uint8Array,
): string =>
  withDigest(
    keys.map((key) => invitationCode(publicId, key)),
    digest,
  );

function withDigest(texts: readonly string[], digest: Uint8Array): string {
  const text = texts.find((one) => Buffer.compare(linkDigest(one), digest) === 0);
  if (text === undefined)
    throw new Error("no secret of APP_SECRET makes the link of a stored digest");
  return text;
}

/** The SHA-256 of a token, which is stored in its place. */
export const linkDigest = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(token, "utf8").digest());

/** Creates a link for a mail to an address. */
export function newLink(key: string, purpose: LinkPurpose, address: string): NewLink {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
  return { nonce, digest: linkDigest(linkToken(key, { purpose, nonce, address })) };
}

/** Whether a text has the form of a token. Other texts need no lookup. */
export const isLinkToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

const CODE_BYTES = 16;

/** The code of an invitation, derived from its public id, so that it can be mailed again. */
export const invitationCode = (publicId: string, key: string): string =>
  createHmac("sha256", key).update(publicId).digest().subarray(0, CODE_BYTES).toString("base64url");
