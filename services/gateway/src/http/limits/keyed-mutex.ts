/** Runs tasks of the same key one at a time, in order of arrival. */
export interface KeyedMutex {
  readonly run: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}

export function createKeyedMutex(): KeyedMutex {
  const lastTasks = new Map<string, Promise<unknown>>();
  return {
    async run(key, task) {
      const previous = lastTasks.get(key);
      const current = (async () => {
        await previous?.catch(() => undefined);
        return task();
      })();
      lastTasks.set(key, current);
      try {
        return await current;
      } finally {
        if (lastTasks.get(key) === current) lastTasks.delete(key);
      }
    },
  };
}
