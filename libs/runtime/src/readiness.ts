import { within } from "@polls/jobs";
import { runEvery } from "./run-every";

/** A part that a process may need. `check` rejects when the part does not respond. */
export interface ReadinessCheck {
  readonly part: string;
  /** Whether requests or jobs need the part. Otherwise it is only reported. */
  readonly needed: boolean;
  readonly check: (signal: AbortSignal) => Promise<unknown>;
  /** A short reason for an error of `check`, if it is more specific than "away". */
  readonly trouble?: (error: unknown) => string | undefined;
}

export interface Readiness {
  readonly ready: boolean;
  /** The state of each part: `ok` or a short reason. */
  readonly parts: Readonly<Record<string, string>>;
}

/** While no request asks for a part that is only reported, it is checked in one of so many turns. */
const UNASKED_TURNS = 5;

/** A part that does not respond within this time counts as unavailable. */
const defaultDeadlineMs = 1_000;

/**
 * Ready: it is not ending, and each needed part responds in time. Reasons are short words, never
 * the message of an error, which may contain an address.
 */
export async function checkReadiness(
  checks: readonly ReadinessCheck[],
  options: { readonly ending?: boolean; readonly deadlineMs?: number } = {},
): Promise<Readiness> {
  const deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
  const answers = await Promise.all(checks.map((check) => ask(check, deadlineMs)));
  const ending = options.ending ?? false;
  const parts = Object.fromEntries(
    checks.map(({ part }, index) => [part, answers[index] ?? "no answer"]),
  );
  return {
    ready: !ending && checks.every(({ needed }, index) => !needed || answers[index] === "ok"),
    parts: ending ? { process: "ending", ...parts } : parts,
  };
}

/**
 * Repeats checks every `everyMs` and returns checks that report the last result immediately, so
 * that health responses wait for no part (docs/reliability.md#overload). A result is never older
 * than `everyMs` plus the duration of a check; of a part that is only reported, `UNASKED_TURNS` times
 * that if no request asked lately.
 */
export function repeatChecks(
  checks: readonly ReadinessCheck[],
  everyMs: number,
): { readonly checks: readonly ReadinessCheck[]; close(): Promise<void> } {
  const repeated = checks.map((check) => {
    const latest = { state: ask(check, defaultDeadlineMs), unasked: 0 };
    const repetition = runEvery(
      everyMs,
      async () => {
        latest.unasked++;
        const isTurn = latest.unasked <= UNASKED_TURNS || latest.unasked % UNASKED_TURNS === 0;
        if (!(check.needed || isTurn)) return;
        const state = await ask(check, defaultDeadlineMs);
        latest.state = Promise.resolve(state);
      },
      () => undefined,
    );
    return { check, latest, repetition };
  });
  return {
    checks: repeated.map(({ check: { part, needed }, latest }) => ({
      part,
      needed,
      async check() {
        latest.unasked = 0;
        const state = await latest.state;
        if (state !== "ok") throw new Unready(state);
      },
    })),
    async close() {
      await Promise.all(repeated.map(({ repetition }) => repetition.close()));
    },
  };
}

async function ask({ check, trouble }: ReadinessCheck, deadlineMs: number): Promise<string> {
  const timeout = new AbortController();
  const answer = Promise.resolve()
    .then(() => check(timeout.signal))
    .then(
      () => "ok",
      (error: unknown) => (error instanceof Unready ? error.message : (trouble?.(error) ?? "away")),
    );
  return within(deadlineMs, answer, () => {
    timeout.abort();
    return `no answer within ${deadlineMs} ms`;
  });
}

/** A reason that may be shown. Checks throw it if the reason is more specific than "away". */
export class Unready extends Error {}
