/** Confirmation mails to one address in one poll (docs/reference/opt-in.md#mail-limits). */
export const optInLimits = { perHour: 3, inAll: 10 } as const;

const HOUR_MS = 3_600_000;

/** How long a link is valid (docs/reference/opt-in.md#the-link). */
export const OPT_IN_VALID_MS = 7 * 24 * HOUR_MS;

/** Seconds until another mail may be sent after earlier ones. Undefined: the limit for all time is reached. */
export function secondsUntilNextMail(sent: readonly Date[], now: Date): number | undefined {
  if (sent.length >= optInLimits.inAll) return undefined;
  const recent = sent
    .map((moment) => moment.getTime() + HOUR_MS - now.getTime())
    .filter((left) => left > 0)
    .sort((one, other) => other - one);
  const blocking = recent[optInLimits.perHour - 1];
  return blocking === undefined ? 0 : Math.ceil(blocking / 1_000);
}
