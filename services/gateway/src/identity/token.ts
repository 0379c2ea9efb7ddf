import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

export const tokenKinds = ["private", "public"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** Each scope includes the previous ones (docs/reference/accounts.md#scopes). */
export const tokenScopes = ["read", "vote", "manage"] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const includesScope = (own: TokenScope, needed: TokenScope): boolean =>
  tokenScopes.indexOf(own) >= tokenScopes.indexOf(needed);

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX: Readonly<Record<TokenKind, string>> = { private: "psk_", public: "ppk_" };
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

const WIRE_FORM = /^p[ps]k_[0-9A-Za-z]{36}$/;

/** Bytes from 248 on are skipped, so that all 62 characters are equally likely. */
function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Prefix, 30 random base62 characters, 6 characters of CRC-32. */
export function newToken(kind: TokenKind): string {
  const secret = PREFIX[kind] + randomBase62(SECRET_LENGTH);
  return secret + checksum(secret);
}

/** Whether a text has the form and checksum of a token. A mistyped token is refused without a query. */
export function isWellFormed(token: string): boolean {
  return WIRE_FORM.test(token) && checksum(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-6);
}

export const tokenDigest = (token: string): Buffer<ArrayBuffer> => hash("sha256", token, "buffer");

export const lastFourOf = (token: string): string => token.slice(-4);
