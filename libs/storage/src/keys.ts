import { createHash, randomBytes } from "node:crypto";

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;
const KEY_MAX_LENGTH = 512;

/** The prefix of uploads in their original form (docs/reference/media.md#originals). */
export const ORIGINALS = "originals/";
/** The prefix of files of the media worker: public, at addresses that cannot be guessed. */
export const DERIVATIVES = "derivatives/";

/**
 * A key of 192 random bits. It has nothing of the client's file name, which could leave the
 * directory, collide or be executed (docs/reliability.md#served-files).
 */
export function newOriginalKey(): string {
  const name = randomBytes(24).toString("hex");
  return `${ORIGINALS}${name.slice(0, 2)}/${name}`;
}

/**
 * The prefix of an upload's derivatives. It cannot be guessed, does not reveal the upload's key,
 * and stays for all attempts, so that one call removes all.
 */
export function derivativesPrefix(originalKey: string): string {
  const name = createHash("sha256").update(`derivatives of ${originalKey}`).digest("hex");
  return `${DERIVATIVES}${name.slice(0, 2)}/${name.slice(2, 42)}/`;
}

/**
 * The key of a derivative, with the digest of its content: a repeated run writes the same file, and
 * what an address shows never changes (docs/reference/media.md#links).
 */
export function derivativeKey(
  originalKey: string,
  derivative: { readonly name: string; readonly sha256: string; readonly extension: string },
): string {
  const { name, sha256, extension } = derivative;
  return requireKey(
    `${derivativesPrefix(originalKey)}${name}-${sha256.slice(0, 20)}.${extension}`.toLowerCase(),
  );
}

/** Whether a name could be a key of this package. Other names in a directory or bucket are foreign. */
export const isKey = (name: string): boolean => name.length <= KEY_MAX_LENGTH && KEY.test(name);

const FILE_KEY =
  /^(originals\/[0-9a-f]{2}\/[0-9a-f]{48}|derivatives\/[0-9a-f]{2}\/[0-9a-f]{40}\/[^/]+-[0-9a-f]{20}\.[a-z0-9]+)$/;

/** Whether a key is one of `newOriginalKey` or `derivativeKey`. Nothing else is ever swept. */
export const isFileKey = (key: string): boolean => FILE_KEY.test(key);

/** The first hex digits of the SHA-256 of a derivative, which its key contains. */
export const digestInKey = (key: string): string | undefined =>
  /-([0-9a-f]{20})\.[0-9a-z]+$/.exec(key)?.[1];

/** Returns the key. Throws a `TypeError` for a key that could leave its directory or collide. */
export function requireKey(key: string): string {
  if (!isKey(key)) {
    throw new TypeError(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  }
  return key;
}

/** Returns the prefix. Throws a `TypeError` unless it is a whole folder. */
export function requirePrefix(prefix: string): string {
  if (prefix === "") return prefix;
  if (!prefix.endsWith("/")) throw new TypeError(`Not a storage prefix: ${JSON.stringify(prefix)}`);
  requireKey(prefix.slice(0, -1));
  return prefix;
}
