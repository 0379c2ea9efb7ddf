import type { Queryable, StatementResult } from "../sql/queryable";
import type { Statement } from "../sql/statement";
import type { ReadSource } from "./read-source";
import { openReplica } from "./replica";

/** A primary that answers when the test wants it, and a replica that has caught up or not. */
function open({ caughtUp }: { readonly caughtUp: boolean }) {
  const asked: (() => void)[] = [];
  let looks = 0;
  const answer = <Row extends object>(row: object) => ({ rows: [row as Row], rowCount: 1 });
  const primary: Queryable = {
    run: <Row extends object>(_: Statement<Row>) =>
      new Promise<StatementResult<Row>>((resolve) => {
        looks++;
        asked.push(() => resolve(answer<Row>({ position: "0/1" })));
      }),
  };
  const standby = {
    run: async <Row extends object>(_: Statement<Row>) => answer<Row>({ caughtUp }),
    connections: 1,
  } as Partial<ReadSource> as ReadSource & { readonly connections: number };
  return {
    standby,
    replica: openReplica(primary, standby, { answers: () => true }),
    answerPrimary: () => asked.shift()?.(),
    looks: () => looks,
  };
}

test("concurrent reads share a check of the replica, but none uses a check that began earlier", async () => {
  const { replica, standby, answerPrimary, looks } = open({ caughtUp: true });
  const first = replica.source();
  const others = Array.from({ length: 100 }, () => replica.source());
  expect(looks()).toBe(1);
  answerPrimary();
  expect(await first).toBe(standby);
  await new Promise(setImmediate);
  expect(looks()).toBe(2);
  answerPrimary();
  expect(new Set(await Promise.all(others))).toEqual(new Set([standby]));
  expect(looks()).toBe(2);
});

test("a late replica is checked once, and then skipped for a while", async () => {
  const { replica, answerPrimary, looks } = open({ caughtUp: false });
  const reads = Array.from({ length: 10 }, () => replica.source());
  answerPrimary();
  expect(new Set(await Promise.all(reads))).toEqual(new Set([undefined]));
  expect(await replica.source()).toBeUndefined();
  expect(looks()).toBe(1);
});
