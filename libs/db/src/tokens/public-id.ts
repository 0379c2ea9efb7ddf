import { randomBytes } from "node:crypto";

const ID_BYTES = 16;
/** Drawn at once for so many ids: a call for each costs ten times as much. */
const DRAWN_AT_ONCE = 256;

let drawn = Buffer.alloc(0);

/** 128 random bits as 22 characters of base64url: every id and hash that clients see (decisions 2). */
export function newPublicId(): string {
  if (drawn.length === 0) drawn = randomBytes(ID_BYTES * DRAWN_AT_ONCE);
  const id = drawn.toString("base64url", 0, ID_BYTES);
  drawn = drawn.subarray(ID_BYTES);
  return id;
}
