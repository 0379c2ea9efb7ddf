interface Step {
  readonly promise: Promise<void>;
  readonly done: () => void;
}

/** A step of a test for which other parts of the test wait. */
export function step(): Step {
  let done = () => {};
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, done: () => done() };
}
