import { randomBytes } from "node:crypto";

const ID_BYTES = 16;
/** The ids for which bytes are drawn at once. A call for each costs ten times as much. */
const DRAWN_AT_ONCE = 256;

let drawn = Buffer.alloc(0);

/** Whether a text has the form of an id. Other texts need no query. */
export const isPublicId = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text);

/**
 * 128 random bits as 22 characters of base64url, for ids and hashes
 * (docs/reference/requests.md#ids). An id never begins with `-`, which spreadsheets and command
 * lines misinterpret.
 */
export function newPublicId(): string {
  for (;;) {
    if (drawn.length === 0) drawn = randomBytes(ID_BYTES * DRAWN_AT_ONCE);
    const id = drawn.toString("base64url", 0, ID_BYTES);
    drawn = drawn.subarray(ID_BYTES);
    if (!id.startsWith("-")) return id;
  }
}
