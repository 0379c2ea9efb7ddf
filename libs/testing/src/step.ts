/** A step of a test for which other parts of it wait. */
interface Step {
  readonly promise: Promise<void>;
  readonly done: () => void;
}

export function step(): Step {
  let done = () => {};
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, done: () => done() };
}
