import { tooLarge } from "./problem";

/** The largest body of an update of an object that grows by several requests. */
export const SENT_BACK_MAX_BYTES = 1024 * 1024;
/** The envelope, and what is shown later without a change of the object. */
const ROOM_BYTES = 16 * 1024;

/** Throws 413 if an object could not be sent back whole (docs/reference/requests.md#sending-back-what-is-shown). */
export function requireSendable<Shown extends object>(shown: Shown): Shown {
  const max = SENT_BACK_MAX_BYTES - ROOM_BYTES;
  if (Buffer.byteLength(JSON.stringify(shown)) <= max) return shown;
  throw tooLarge(`The result would be larger than ${max} bytes`);
}
