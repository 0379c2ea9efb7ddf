import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = Buffer.from([1]);

/** The first bytes of a text that is sealed with a key: the version of the format, and the id of the key. */
export const headOf = (key: string): Buffer =>
  Buffer.concat([
    VERSION,
    createHash("sha256").update(`id\0${key}`).digest().subarray(0, ID_BYTES),
  ]);

const bytesOf = (key: string): Buffer => createHash("sha256").update(`seal\0${key}`).digest();

/**
 * Encrypts a text with a key (AES-256-GCM), so that readers of the database cannot use it
 * (docs/adr/0020-secrets-are-sealed-and-rotate.md). `context` identifies the row: in another row
 * the text does not open.
 */
export function seal(key: string, text: string, context: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, bytesOf(key), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([headOf(key), iv, body, cipher.getAuthTag()]));
}

/** Whether a text is sealed with a key. */
export const isSealedWith = (key: string, sealed: Uint8Array): boolean =>
  headOf(key).equals(sealed.subarray(0, VERSION.length + ID_BYTES));

/** Decrypts a text. Throws if no key opens it, or if it was changed or moved to another row. */
export function unseal(keys: readonly string[], sealed: Uint8Array, context: string): string {
  const key = keys.find((one) => isSealedWith(one, sealed));
  if (key === undefined) throw new Error("no secret of APP_SECRET opens a stored value");
  const bytes = Buffer.from(sealed);
  const ivAt = VERSION.length + ID_BYTES;
  const decipher = createDecipheriv(
    ALGORITHM,
    bytesOf(key),
    bytes.subarray(ivAt, ivAt + IV_BYTES),
    {
      authTagLength: TAG_BYTES,
    },
  )
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([
    decipher.update(bytes.subarray(ivAt + IV_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]).toString("utf8");
}
