export interface BoundedCacheOptions<Key, Entry> {
  /** The largest sum of the sizes of all entries, and their largest number. */
  readonly sizeMax: number;
  readonly entriesMax?: number;
  readonly sizeOf: (entry: Entry) => number;
  /** Whether an entry must stay, for example while it is loaded. */
  readonly isHeld?: (entry: Entry) => boolean;
  readonly onEvict?: (key: Key) => void;
}

/**
 * Entries of limited size together. The least recently used ones are evicted. The most recently used one stays, however
 * large it is.
 */
export interface BoundedCache<Key, Entry> {
  /** Reads an entry, which is then the most recently used one. */
  readonly use: (key: Key) => Entry | undefined;
  /** Reads an entry without using it. */
  readonly peek: (key: Key) => Entry | undefined;
  /** Stores an entry as the most recently used one, and evicts. */
  readonly set: (key: Key, entry: Entry) => void;
  /** Evicts after an entry has grown. */
  readonly evict: () => void;
}

export function createBoundedCache<Key, Entry>({
  sizeMax,
  entriesMax = Number.POSITIVE_INFINITY,
  sizeOf,
  isHeld = () => false,
  onEvict,
}: BoundedCacheOptions<Key, Entry>): BoundedCache<Key, Entry> {
  /** In the order of last use, the most recently used entry last. */
  const entries = new Map<Key, Entry>();
  let newest: Key | undefined;

  function move(key: Key, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    newest = key;
  }

  function evict(): void {
    let size = 0;
    for (const entry of entries.values()) size += sizeOf(entry);
    for (const [key, entry] of entries) {
      if (key === newest || (size <= sizeMax && entries.size <= entriesMax)) return;
      if (isHeld(entry)) continue;
      entries.delete(key);
      onEvict?.(key);
      size -= sizeOf(entry);
    }
  }

  return {
    use(key) {
      const entry = entries.get(key);
      if (entry !== undefined) move(key, entry);
      return entry;
    },
    peek: (key) => entries.get(key),
    set(key, entry) {
      move(key, entry);
      evict();
    },
    evict,
  };
}
