export type InTurn = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Runs each act after the one before, also if that has failed. */
export function oneAfterAnother(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act, act);
    last = next;
    return next;
  };
}

/**
 * Runs changes in turn. The state is `saved` when none of them waits any more; if one of them has failed, its error
 * stays.
 * @param tell Gets each state.
 */
export function savesInTurn(
  tell: (state: "saving" | "saved" | "failed", error?: unknown) => void,
): (change: () => Promise<unknown>) => Promise<void> {
  const inTurn = oneAfterAnother();
  let waiting = 0;
  let failures: unknown[] = [];
  return (change) => {
    if (waiting === 0) failures = [];
    waiting++;
    tell("saving");
    return inTurn(async () => {
      try {
        await change();
      } catch (error) {
        failures.push(error);
      }
      waiting--;
      if (waiting > 0) return;
      if (failures.length > 0) tell("failed", failures.at(-1));
      else tell("saved");
    });
  };
}
