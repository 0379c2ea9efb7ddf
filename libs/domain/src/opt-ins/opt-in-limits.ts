/** Mails that ask to confirm, to one address in one poll (decisions 9). */
export const optInLimits = { perHour: 3, inAll: 10 } as const;

const HOUR_MS = 3_600_000;

/** For so long a link can be used (decisions 9). */
export const OPT_IN_VALID_MS = 7 * 24 * HOUR_MS;

/**
 * Seconds until another mail may go, given when the ones before went: 0 at once; undefined never,
 * as all are used up.
 */
export function secondsUntilNextMail(sent: readonly Date[], now: Date): number | undefined {
  if (sent.length >= optInLimits.inAll) return undefined;
  const recent = sent
    .map((moment) => moment.getTime() + HOUR_MS - now.getTime())
    .filter((left) => left > 0)
    .sort((one, other) => other - one);
  const blocking = recent[optInLimits.perHour - 1];
  return blocking === undefined ? 0 : Math.ceil(blocking / 1_000);
}
