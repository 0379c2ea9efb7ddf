import { createHash, randomBytes } from "node:crypto";

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;
const KEY_MAX_LENGTH = 512;

/** Uploads as they came; readable by whom decisions section 11 names. */
export const ORIGINALS = "originals/";
/** What the media worker makes of them; public by an address nobody can guess. */
export const DERIVATIVES = "derivatives/";

/**
 * A key for an upload: 192 random bits. Nothing of the client's name is in it, so no name can leave
 * the directory, clash or run (reliability F6).
 */
export function newOriginalKey(): string {
  const name = randomBytes(24).toString("hex");
  return `${ORIGINALS}${name.slice(0, 2)}/${name}`;
}

/**
 * The prefix of everything made of one upload: as unguessable as the upload's own key, which it
 * does not reveal, and the same for every attempt, so that one removal takes them all.
 */
export function derivativesPrefix(originalKey: string): string {
  const name = createHash("sha256").update(`derivatives of ${originalKey}`).digest("hex");
  return `${DERIVATIVES}${name.slice(0, 2)}/${name.slice(2, 42)}/`;
}

/**
 * The key of a derivative. It carries the digest of its content: a repeated run writes the same
 * file, and an address never shows another content (decisions section 11: immutable).
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

/** Returns the key, or throws a `TypeError` for one that could leave its place or clash with it. */
export function requireKey(key: string): string {
  if (key.length > KEY_MAX_LENGTH || !KEY.test(key)) {
    throw new TypeError(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  }
  return key;
}

/** Returns the prefix, or throws a `TypeError` for one that is not a whole folder. */
export function requirePrefix(prefix: string): string {
  if (prefix === "") return prefix;
  if (!prefix.endsWith("/")) throw new TypeError(`Not a storage prefix: ${JSON.stringify(prefix)}`);
  requireKey(prefix.slice(0, -1));
  return prefix;
}
