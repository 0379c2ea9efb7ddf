import { triesPerRound } from "@polls/db/outbox";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Time until the relay checks whether a try has ended, by try. */
const checkDelaysMs = [8 * second, 30 * second, 2 * minute, 5 * minute, 10 * minute] as const;
const longestCheckDelayMs = 10 * minute;

/** Time until a failed job is sent again, by try: soon at first, and for about a day in all. */
const resendDelaysMs = [
  2 * second,
  4 * second,
  8 * second,
  16 * second,
  32 * second,
  1 * minute,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
] as const;
const longestResendDelayMs = 4 * hour;

/** Whether a try is the last one of its round. */
export const endsRound = (tries: number): boolean => tries > 0 && tries % triesPerRound === 0;

const inRound = (tries: number): number => (Math.max(tries, 1) - 1) % triesPerRound;

/** The number of a try in its round, from 1. */
export const tryInRound = (tries: number): number => inRound(tries) + 1;

/** Time until the relay checks a row again, after it was sent `tries` times. */
export const checkDelayMs = (tries: number): number =>
  checkDelaysMs[inRound(tries)] ?? longestCheckDelayMs;

/** Time until the relay checks a live job again. It grows with age, so that a backlog costs little. */
export const aliveCheckDelayMs = (tries: number, sentAgeMs: number): number =>
  Math.min(longestCheckDelayMs, Math.max(checkDelayMs(tries), sentAgeMs));

/** Jitter, so that jobs that failed together are not sent together. */
const spread = 0.2;

/** Times until the next pass, after each pass in a row that found no row. They bound the delay of jobs from processes without a relay. */
const pollDelaysMs = [100, 100, 100, 200, 300] as const;
const usualPollDelayMs = 500;
/** So many passes in a row without a row, about ten seconds, mean that nothing happens. */
const idlePasses = 25;
const idlePollDelayMs = 1 * second;

/** The pause after `empty` passes without a row. */
export const pollDelayMs = (empty: number): number =>
  pollDelaysMs[empty] ?? (empty < idlePasses ? usualPollDelayMs : idlePollDelayMs);

/** Time until a job is sent again after a failed try. `chance` is in [0, 1). */
export const resendDelayMs = (tries: number, chance: () => number = Math.random): number =>
  Math.round((resendDelaysMs[inRound(tries)] ?? longestResendDelayMs) * (1 + spread * chance()));

export type RelayStep = "send" | "leave" | "mark_dead";

/** Sends a row that was never sent, keeps a live one, repeats any other while tries are left. */
export function relayStep(facts: {
  readonly tries: number;
  readonly sent: boolean;
  readonly alive: boolean;
}): RelayStep {
  if (facts.sent && facts.alive) return "leave";
  return facts.sent && endsRound(facts.tries) ? "mark_dead" : "send";
}
