/** A long computation that yields between slices of work, so that its caller can do other work. */
export type Slices<Result> = Generator<void, Result, void>;
