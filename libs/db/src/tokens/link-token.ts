import { createHash, createHmac, randomBytes } from "node:crypto";

const NONCE_BYTES = 16;

/** What a mail with this kind of link is about. */
export type LinkPurpose = "opt_in" | "sign_in" | "sign_up" | "unsubscribe";

/** A link that is about to be mailed: the nonce goes to the row of the mail, the digest to the row it opens. */
export interface NewLink {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly digest: Uint8Array<ArrayBuffer>;
}

/**
 * The token of a link: 256 bits, derived from the mail's nonce, so that whoever sends the mail can make
 * it again and no store holds it (ADR 0010). The address is part of it: a token fits no other one.
 */
export const linkToken = (
  key: string,
  link: { readonly purpose: LinkPurpose; readonly nonce: Uint8Array; readonly address: string },
): string =>
  createHmac("sha256", key)
    .update(`${link.purpose}\0${Buffer.from(link.nonce).toString("base64url")}\0${link.address}`)
    .digest("base64url");

/** What is stored of a token: its SHA-256. */
export const linkDigest = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(token, "utf8").digest());

/** A new link for a mail to an address. */
export function newLink(key: string, purpose: LinkPurpose, address: string): NewLink {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
  return { nonce, digest: linkDigest(linkToken(key, { purpose, nonce, address })) };
}

/** Whether a text can be a token at all; another needs no query. */
export const isLinkToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

const CODE_BYTES = 16;

/**
 * The code of an invitation, made of its public id and a key of the deployment, so that it can be told
 * again (to the one it is mailed to) and is kept nowhere (decisions 5).
 */
export const invitationCode = (publicId: string, key: string): string =>
  createHmac("sha256", key).update(publicId).digest().subarray(0, CODE_BYTES).toString("base64url");
