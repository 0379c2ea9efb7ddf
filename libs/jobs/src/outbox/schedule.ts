/** A row is given up after so many tries; a retry by an operator begins a new round. */
export const triesPerRound = 12;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Until the relay looks whether a try has come to its end, by try: cheap, so soon. */
const looks = [8 * second, 30 * second, 2 * minute, 5 * minute, 10 * minute] as const;
const longestLook = 10 * minute;

/**
 * Until a job whose attempts are used up is sent again, by try. The rounds of a mail that the
 * other side keeps refusing last about a day.
 */
const resends = [
  1 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
] as const;
const longestResend = 4 * hour;

const inRound = (tries: number): number => (Math.max(tries, 1) - 1) % triesPerRound;

/** Until the relay looks at a row again that it has just sent for the `tries`th time (ADR 0001). */
export const lookAfterSending = (tries: number): number => looks[inRound(tries)] ?? longestLook;

/** Until it looks again at a job that is still alive: the older, the later, so that a backlog costs little. */
export const lookWhileAlive = (tries: number, sentAgeMs: number): number =>
  Math.min(longestLook, Math.max(lookAfterSending(tries), sentAgeMs));

/** What failed together does not come again together: up to so much more of a wait, by chance. */
const spread = 0.2;

/** Until a job is sent again after the worker has used up all attempts of a try; `chance` is in [0, 1). */
export const resendAfterFailure = (tries: number, chance: () => number = Math.random): number =>
  Math.round((resends[inRound(tries)] ?? longestResend) * (1 + spread * chance()));

/** What to do with a due row. */
export type RelayStep = "send" | "leave" | "bury";

/**
 * A row that was never sent, or whose last try could not be published, is sent; one that is
 * alive in its queue is left; any other is sent again, until the tries of the round are used up.
 */
export function relayStep(facts: {
  readonly tries: number;
  readonly sent: boolean;
  readonly alive: boolean;
}): RelayStep {
  if (facts.sent && facts.alive) return "leave";
  const roundIsOver = facts.tries > 0 && facts.tries % triesPerRound === 0;
  return facts.sent && roundIsOver ? "bury" : "send";
}
