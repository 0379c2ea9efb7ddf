import { randomBytes } from "node:crypto";

const ID_BYTES = 16;
/** Ids for which random bytes are drawn at once: a call for each id costs ten times as much. */
const DRAWN_AT_ONCE = 256;

let drawn = Buffer.alloc(0);

/**
 * 128 random bits as 22 characters of base64url: the ids and hashes of clients (docs/reference/requests.md#ids). None
 * begins with `-`, which spreadsheets and command lines take for something else.
 */
export function newPublicId(): string {
  for (;;) {
    if (drawn.length === 0) drawn = randomBytes(ID_BYTES * DRAWN_AT_ONCE);
    const id = drawn.toString("base64url", 0, ID_BYTES);
    drawn = drawn.subarray(ID_BYTES);
    if (!id.startsWith("-")) return id;
  }
}
