import { within } from "@polls/jobs";

/** Runs a repeated task immediately. Returns false if it failed. */
export type RunChore = () => Promise<boolean>;

/** The outcome of a requested task. A slow task continues in the background. */
export interface SweptChore {
  readonly chore: string;
  readonly outcome: "done" | "failed" | "goes on";
}

/** The response of `POST /sweep`. */
export interface Sweep {
  readonly service: string;
  readonly chores: readonly SweptChore[];
}

/** How long a response waits for the tasks. */
const SWEEP_MS = 60_000;

/** Runs all repeated tasks of a process concurrently. */
export const runChoresNow = (
  chores: ReadonlyMap<string, RunChore>,
  deadlineMs: number = SWEEP_MS,
): Promise<readonly SweptChore[]> =>
  Promise.all(
    [...chores].map(async ([chore, run]) => {
      const ended = run().then((done) => (done ? "done" : "failed"));
      return { chore, outcome: await within(deadlineMs, ended, () => "goes on" as const) } as const;
    }),
  );
