import { createHmac, timingSafeEqual } from "node:crypto";

/** A link to an original works for this time at least. */
const ORIGINAL_LINK_MS = 15 * 60_000;

/** The public address of a derivative, as hard to guess as its storage key. */
export const derivativeUrl = (baseUrl: URL, storageKey: string): string =>
  `${baseUrl.origin}/files/${storageKey}`;

/**
 * The address of an original. The address is the permission, so it is signed and expires. It stays the
 * same for a quarter of an hour, so that clients can cache.
 */
export function originalUrl(
  baseUrl: URL,
  attachment: { readonly storageKey: string },
  key: string,
  now: Date,
): string {
  const expires = (Math.floor(now.getTime() / ORIGINAL_LINK_MS) + 2) * ORIGINAL_LINK_MS;
  const signature = sign(attachment.storageKey, expires, key);
  return `${baseUrl.origin}/files/${attachment.storageKey}?expires=${expires}&signature=${signature}`;
}

/** Whether we signed a link to an original, and it has not expired. */
export function isGenuineLink(
  storageKey: string,
  query: URLSearchParams,
  keys: readonly string[],
  now: Date,
): boolean {
  const expires = Number(query.get("expires"));
  if (!Number.isSafeInteger(expires) || expires <= now.getTime()) return false;
  const given = Buffer.from(query.get("signature") ?? "", "base64url");
  return keys.some((key) => {
    const expected = Buffer.from(sign(storageKey, expires, key), "base64url");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const sign = (storageKey: string, expires: number, key: string): string =>
  createHmac("sha256", key).update(`${expires}:${storageKey}`).digest("base64url");
