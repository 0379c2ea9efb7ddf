import { createBoundedCache } from "./bounded-cache";

interface Entry {
  size: number;
  held?: boolean;
}

const cacheOf = (entriesMax?: number) =>
  createBoundedCache<string, Entry>({
    sizeMax: 10,
    ...(entriesMax !== undefined && { entriesMax }),
    sizeOf: ({ size }) => size,
    isHeld: ({ held = false }) => held,
  });
const keysIn = (cache: ReturnType<typeof cacheOf>) =>
  ["a", "b", "c"].filter((key) => cache.peek(key) !== undefined).join("");

test.each<[string, number | undefined, Readonly<Record<string, Entry>>, string]>([
  ["all that fit stay", undefined, { a: { size: 5 }, b: { size: 4 }, c: { size: 1 } }, "abc"],
  [
    "the oldest go until the others fit",
    undefined,
    { a: { size: 5 }, b: { size: 4 }, c: { size: 6 } },
    "bc",
  ],
  [
    "the newest one stays, however large it is",
    undefined,
    { a: { size: 1 }, b: { size: 99 } },
    "b",
  ],
  [
    "one that is held stays, and the next one goes",
    undefined,
    { a: { size: 6, held: true }, b: { size: 4 }, c: { size: 4 } },
    "ac",
  ],
  [
    "the newest one stays beside held ones",
    undefined,
    { a: { size: 9, held: true }, b: { size: 9 } },
    "ab",
  ],
  ["their number is limited, too", 2, { a: { size: 0 }, b: { size: 0 }, c: { size: 0 } }, "bc"],
])("%s", (_case, entriesMax, entries, kept) => {
  const cache = cacheOf(entriesMax);
  for (const [key, entry] of Object.entries(entries)) cache.set(key, entry);
  expect(keysIn(cache)).toBe(kept);
});

test("a use keeps an entry, a look does not", () => {
  const cache = cacheOf();
  for (const key of ["a", "b"]) cache.set(key, { size: 5 });
  expect([cache.use("a"), cache.peek("b"), cache.use("d")]).toEqual([
    { size: 5 },
    { size: 5 },
    undefined,
  ]);
  cache.set("c", { size: 1 });
  expect(keysIn(cache)).toBe("ac");
});

test("an entry that grew evicts others when asked", () => {
  const cache = cacheOf();
  const growing: Entry = { size: 1 };
  cache.set("a", { size: 5 });
  cache.set("b", growing);
  growing.size = 9;
  expect(keysIn(cache)).toBe("ab");
  cache.evict();
  expect(keysIn(cache)).toBe("b");
});
