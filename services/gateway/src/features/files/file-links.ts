import { createHmac, timingSafeEqual } from "node:crypto";
import { fileAddress, HOME_SHARD } from "@polls/db/shards";

/** A link to an original is valid for at least this time. */
const ORIGINAL_LINK_MS = 15 * 60_000;
/** The same for a link in an exported file, which people open later. */
const EXPORTED_LINK_MS = 7 * 24 * 60 * 60_000;

/** As hard to guess as the storage key. `base` is the address of the service, or its path. */
export const derivativeUrl = (
  base: string,
  storageKey: string,
  shard: number = HOME_SHARD,
): string => `${base}/files/${fileAddress(shard, storageKey)}`;

/** A stored original, and the shard of its row. */
interface Original {
  readonly storageKey: string;
  readonly shard?: number;
}

/**
 * The URL of an original. Every client with the URL can read the file, so it is signed and expires.
 * It stays the same for a quarter of an hour, so that clients can cache the file.
 */
export const originalUrl = (base: string, file: Original, key: string, now: Date): string =>
  urlUntil((Math.floor(now.getTime() / ORIGINAL_LINK_MS) + 2) * ORIGINAL_LINK_MS, base, file, key);

export const exportedUrl = (base: string, file: Original, key: string, now: Date): string =>
  urlUntil(now.getTime() + EXPORTED_LINK_MS, base, file, key);

function urlUntil(expires: number, base: string, attachment: Original, key: string): string {
  const signature = sign(attachment.storageKey, expires, key);
  const file = fileAddress(attachment.shard ?? HOME_SHARD, attachment.storageKey);
  return `${base}/files/${file}?expires=${expires}&signature=${signature}`;
}

/** Whether the link to an original has a valid signature and has not expired. */
export function isGenuineLink(
  storageKey: string,
  query: URLSearchParams,
  keys: readonly string[],
  now: Date,
): boolean {
  const expires = Number(query.get("expires"));
  if (!Number.isSafeInteger(expires) || expires <= now.getTime()) return false;
  const signature = Buffer.from(query.get("signature") ?? "", "base64url");
  return keys.some((key) => {
    const expected = Buffer.from(sign(storageKey, expires, key), "base64url");
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

const sign = (storageKey: string, expires: number, key: string): string =>
  createHmac("sha256", key).update(`${expires}:${storageKey}`).digest("base64url");
