/** A binary heap; the smallest entry is first. */
export interface MinHeap<Entry> {
  readonly push: (entry: Entry) => void;
  /** Returns the smallest valid entry and removes invalid entries before it. */
  readonly peek: (isValid: (entry: Entry) => boolean) => Entry | undefined;
}

export function minHeap<Entry>(compare: (one: Entry, other: Entry) => number): MinHeap<Entry> {
  const entries: Entry[] = [];

  const isLess = (one: number, other: number): boolean => {
    const [a, b] = [entries[one], entries[other]];
    return a !== undefined && b !== undefined && compare(a, b) < 0;
  };
  const swap = (one: number, other: number): void => {
    const [a, b] = [entries[one], entries[other]];
    if (a === undefined || b === undefined) return;
    entries[one] = b;
    entries[other] = a;
  };
  const rise = (from: number): void => {
    for (let child = from; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!isLess(child, parent)) return;
      swap(child, parent);
      child = parent;
    }
  };
  const sink = (): void => {
    for (let parent = 0; ; ) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      const least = isLess(right, left) ? right : left;
      if (!isLess(least, parent)) return;
      swap(parent, least);
      parent = least;
    }
  };
  const drop = (): void => {
    swap(0, entries.length - 1);
    entries.pop();
    sink();
  };

  return {
    push(entry) {
      entries.push(entry);
      rise(entries.length - 1);
    },
    peek(isValid) {
      for (let least = entries[0]; least !== undefined; least = entries[0]) {
        if (isValid(least)) return least;
        drop();
      }
      return undefined;
    },
  };
}
