import { createHash, createHmac } from "node:crypto";

const CODE_BYTES = 16;

/**
 * The code of an invitation, made of its id and a key of the deployment, so that it can be told
 * again (to the one it is mailed to) and is kept nowhere (decisions 5).
 */
export const invitationCode = (publicId: string, key: string): string =>
  createHmac("sha256", key).update(publicId).digest().subarray(0, CODE_BYTES).toString("base64url");

/** What is kept of a code. */
export const invitationDigest = (code: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(code, "utf8").digest());
