import { createHmac, timingSafeEqual } from "node:crypto";

const FORM = /^([1-9]\d{0,17})-([\w-]{43})$/;

const sign = (key: string, pollId: bigint): string =>
  createHmac("sha256", key).update(`calendar\0${pollId}`).digest("base64url");

/**
 * The secret in the link of a poll's calendar. It gives no other access to the poll, because programs of other companies
 * read the link (docs/reference/decisions.md#calendar).
 */
export const calendarSecret = (key: string, pollId: bigint): string =>
  `${pollId}-${sign(key, pollId)}`;

/** The poll of such a secret. Undefined if the service did not make it. */
export function pollOfCalendar(keys: readonly string[], secret: string): bigint | undefined {
  const [, digits, signature = ""] = FORM.exec(secret) ?? [];
  if (digits === undefined) return undefined;
  const pollId = BigInt(digits);
  const isOurs = keys.some((key) =>
    timingSafeEqual(Buffer.from(sign(key, pollId)), Buffer.from(signature)),
  );
  return isOurs ? pollId : undefined;
}
