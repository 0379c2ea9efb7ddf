/** Runs work of one key in turn, in the order it came; work of different keys runs side by side. */
export interface OneAtATime {
  readonly run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
}

export function oneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = last.get(key);
      const mine = (async () => {
        await before?.catch(() => undefined);
        return work();
      })();
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}
