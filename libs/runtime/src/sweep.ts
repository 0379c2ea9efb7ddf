import { within } from "@polls/jobs";

/** Runs a repeated task at once; false: it failed. */
export type RunChore = () => Promise<boolean>;

/** What became of a task that was asked for. One that takes long goes on by itself. */
export interface SweptChore {
  readonly chore: string;
  readonly outcome: "done" | "failed" | "goes on";
}

/** What `POST /sweep` answers. */
export interface Sweep {
  readonly service: string;
  readonly chores: readonly SweptChore[];
}

/** How long an answer waits for the tasks. */
const SWEEP_MS = 60_000;

/** Runs all repeated tasks of a process at once. */
export const sweepNow = (
  chores: ReadonlyMap<string, RunChore>,
  deadlineMs: number = SWEEP_MS,
): Promise<readonly SweptChore[]> =>
  Promise.all(
    [...chores].map(async ([chore, run]) => {
      const ended = run().then((done) => (done ? "done" : "failed"));
      return { chore, outcome: await within(deadlineMs, ended, () => "goes on" as const) } as const;
    }),
  );
