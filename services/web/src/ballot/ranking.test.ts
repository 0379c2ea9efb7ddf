import { signal } from "@preact/signals";
import { type Ballot, type Changed, keyOf, type Mark } from "./ballot";
import { createOwnRanking, moved, nextRankChange } from "./ranking";

/** The ranks after all changes, where a change to a taken rank swaps the two. */
function arrange(ranks: Readonly<Record<string, number>>, order: readonly string[]) {
  const stored = new Map(Object.entries(ranks));
  const changes: string[] = [];
  for (
    let change = nextRankChange(stored, order);
    change !== undefined;
    change = nextRankChange(stored, order)
  ) {
    const { optionId, rank } = change;
    const before = stored.get(optionId);
    const [other] = [...stored].find(([, taken]) => taken === rank) ?? [];
    if (other !== undefined && before === undefined) throw new Error(`${rank} is taken`);
    if (other !== undefined && before !== undefined) stored.set(other, before);
    stored.set(optionId, rank);
    changes.push(`${optionId} ${rank}`);
    if (changes.length > order.length * order.length) throw new Error("it does not end");
  }
  return { changes, order: [...stored].sort(([, a], [, b]) => a - b).map(([id]) => id) };
}

test("an option that moves by one rank is one change", () => {
  expect(arrange({ a: 1, b: 2, c: 3 }, ["a", "c", "b"]).changes).toEqual(["c 2"]);
});

test("the options between the old and the new rank move by one", () => {
  const up = moved(["a", "b", "c", "d"], "d", 1);
  expect(up).toEqual(["a", "d", "b", "c"]);
  expect(arrange({ a: 1, b: 2, c: 3, d: 4 }, up)).toEqual({
    changes: ["d 2", "b 3"],
    order: up,
  });
  const down = moved(["a", "b", "c", "d"], "a", 2);
  expect(arrange({ a: 1, b: 2, c: 3, d: 4 }, down).order).toEqual(["b", "c", "a", "d"]);
});

test("an option without a rank first gets one that is free", () => {
  expect(arrange({ a: 1, b: 2 }, ["c", "a", "b"])).toEqual({
    changes: ["c 3", "c 1", "a 2"],
    order: ["c", "a", "b"],
  });
});

test("ranks with gaps become 1, 2, 3 …", () => {
  expect(arrange({ a: 2, b: 7 }, ["a", "b"]).changes).toEqual(["a 1", "b 2"]);
});

test("every order of six options is reached", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const permute = (rest: readonly string[]): readonly (readonly string[])[] =>
    rest.length === 0
      ? [[]]
      : rest.flatMap((id) =>
          permute(rest.filter((other) => other !== id)).map((tail) => [id, ...tail]),
        );
  const ranks = Object.fromEntries(ids.map((id, at) => [id, at + 1]));
  for (const order of permute(ids)) expect(arrange(ranks, order).order).toEqual(order);
});

/** A ballot whose votes are saved when the test says so, and the change that it takes back. */
function slowBallot(ids: readonly string[]) {
  const marks = signal<ReadonlyMap<string, Mark>>(
    new Map(ids.map((optionId, at) => [keyOf({ optionId }), { value: at + 1, state: "saved" }])),
  );
  let save = (): void => undefined;
  let last: Changed | undefined;
  const ballot: Pick<Ballot, "marks" | "vote" | "settled"> = {
    marks,
    vote({ optionId }, value, changed) {
      last = changed;
      const before = marks.value.get(keyOf({ optionId }));
      const swapped = [...marks.value].map(([key, mark]) => {
        if (key === keyOf({ optionId })) return [key, { ...mark, value }] as const;
        return [
          key,
          mark.value === value && before ? { ...mark, value: before.value } : mark,
        ] as const;
      });
      marks.value = new Map(swapped);
    },
    settled: () => new Promise((resolve) => (save = resolve)),
  };
  const saveAll = async () => {
    // More often than there can be changes.
    for (let each = 0; each < ids.length * 2; each++) {
      save();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { ranking: createOwnRanking(ballot as Ballot, ids), saveAll, undo: () => last?.restore() };
}

test("a rank that is chosen while a move is being saved is that of the new order", async () => {
  const { ranking, saveAll } = slowBallot(["a", "b", "c"]);
  ranking.move("c", 0);
  expect(ranking.order()[ranking.indexOf(3)]).toBe("b");
  expect(ranking.indexOf(4)).toBe(-1);
  ranking.move("c", ranking.indexOf(3));
  await saveAll();
  expect(ranking.order()).toEqual(["a", "b", "c"]);
  expect(ranking.indexOf(3)).toBe(2);
});

test("a move that begins while another one is being saved is taken back alone", async () => {
  const { ranking, saveAll, undo } = slowBallot(["a", "b", "c", "d"]);
  ranking.move("d", 2);
  ranking.move("d", 1);
  await saveAll();
  expect(ranking.order()).toEqual(["a", "d", "b", "c"]);
  undo();
  await saveAll();
  expect(ranking.order()).toEqual(["a", "b", "d", "c"]);
});
