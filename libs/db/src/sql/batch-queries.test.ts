import { batchQueries } from "./batch-queries";

/** Runs that the test ends explicitly. */
function runs() {
  const begun: { keys: readonly number[]; end: () => void }[] = [];
  const run = (keys: readonly number[]) =>
    new Promise<ReadonlyMap<number, string>>((resolve) => {
      begun.push({
        keys,
        end: () => resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, `r${key}`]))),
      });
    });
  return { begun, run };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a single query runs immediately, and later queries share the next statement", async () => {
  const { begun, run } = runs();
  const ask = batchQueries(run, 10);
  const answers = [1, 2, 3].map(ask);
  expect(begun.map(({ keys }) => keys)).toEqual([[1]]);
  begun[0]?.end();
  await turn();
  expect(begun.map(({ keys }) => keys)).toEqual([[1], [2, 3]]);
  begun[1]?.end();
  expect(await Promise.all(answers)).toEqual(["r1", "r2", "r3"]);
});

test("a statement has a limited number of queries, and never waits for more", async () => {
  const { begun, run } = runs();
  const ask = batchQueries(run, 2);
  const answers = [1, 2, 3, 4].map(ask);
  for (const at of [0, 1, 2]) {
    begun[at]?.end();
    await turn();
  }
  expect(begun.map(({ keys }) => keys)).toEqual([[1], [2, 3], [4]]);
  expect(await Promise.all(answers)).toEqual(["r1", "r2", "r3", "r4"]);
});

test("queries that arrive during the pause share the next statement", async () => {
  const begun: (readonly number[])[] = [];
  const run = async (keys: readonly number[]) => {
    begun.push(keys);
    return new Map(keys.map((key) => [key, `r${key}`]));
  };
  const ask = batchQueries(run, 10, 50);
  expect(await ask(1)).toBe("r1");
  const second = ask(2);
  await turn();
  expect(await Promise.all([second, ask(3)])).toEqual(["r2", "r3"]);
  expect(begun).toEqual([[1], [2, 3]]);
});

test("a key without a row has an undefined result", async () => {
  const { begun, run } = runs();
  const answer = batchQueries(run, 2)(-1);
  begun[0]?.end();
  expect(await answer).toBeUndefined();
});

test("two queries with the same key run one after the other", async () => {
  const { begun, run } = runs();
  const ask = batchQueries(run, 10);
  const answers = [1, 2, 2].map(ask);
  for (const at of [0, 1, 2]) {
    begun[at]?.end();
    await turn();
  }
  expect(begun.map(({ keys }) => keys)).toEqual([[1], [2], [2]]);
  expect(await Promise.all(answers)).toEqual(["r1", "r2", "r2"]);
});

test("a failed shared statement is repeated for each query, and a failed single query is not repeated", async () => {
  const begun: (readonly number[])[] = [];
  const ask = batchQueries(async (keys: readonly number[]) => {
    begun.push(keys);
    if (keys.includes(2)) throw new Error("away");
    return new Map(keys.map((key) => [key, `r${key}`]));
  }, 10);
  const answers = await Promise.allSettled([1, 2, 3].map(ask));
  expect(begun).toEqual([[1], [2, 3], [2], [3]]);
  expect(answers).toEqual([
    { status: "fulfilled", value: "r1" },
    { status: "rejected", reason: new Error("away") },
    { status: "fulfilled", value: "r3" },
  ]);
});
