import { setTimeout as pause } from "node:timers/promises";

interface Waiting<Result> {
  readonly promise: Promise<Result | undefined>;
  readonly resolve: (result: Result | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines queries by key. A key that arrives while `run` is idle runs immediately; keys that
 * arrive while it is busy wait for the next call. Each request of a key has its own run, one after
 * the other, so callers that read one key often share its promise. If a batch fails, each of its
 * keys runs separately; a key that fails again rejects with the error of `run`. After
 * each call of `run` it pauses, so that more keys share the next.
 */
export function batchQueries<Key, Result>(
  run: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Result>>,
  maxKeys: number,
  pauseMs = 0,
): (key: Key) => Promise<Result | undefined> {
  const waiting = new Map<Key, Waiting<Result>>();
  let running = false;

  async function answer(batch: readonly (readonly [Key, Waiting<Result>])[]): Promise<void> {
    try {
      const results = await run(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(results.get(key));
    } catch (error) {
      if (batch.length === 1) batch[0]?.[1].reject(error);
      else await Promise.all(batch.map((one) => answer([one])));
    }
  }

  async function answerAll(): Promise<void> {
    running = true;
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, maxKeys);
      for (const [key] of batch) waiting.delete(key);
      await answer(batch);
      if (pauseMs > 0) await pause(pauseMs);
    }
    running = false;
  }

  return function ask(key): Promise<Result | undefined> {
    const before = waiting.get(key);
    if (before !== undefined) {
      const again = () => ask(key);
      return before.promise.then(again, again);
    }
    const { promise, resolve, reject } = withResolvers<Result | undefined>();
    waiting.set(key, { promise, resolve, reject });
    if (!running) void answerAll();
    return promise;
  };
}

function withResolvers<Result>() {
  let resolve: (result: Result) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Result>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  return { promise, resolve, reject };
}
