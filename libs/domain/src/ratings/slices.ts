/** Long work that pauses now and then (`yield`), so that whoever runs it can let others have a turn. */
export type Slices<Result> = Generator<void, Result, void>;

/** Runs long work to its end without a pause. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
