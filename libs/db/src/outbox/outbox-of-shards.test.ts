import { atFileEnd, connectPatiently, createTestDatabase } from "@polls/testing";
import type { Db } from "../connection/connect";
import { outboxOfShards } from "./outbox-of-shards";

test("the rows that a request caused are listed oldest first, from all shards", async () => {
  const open = async (minutesAgo: readonly number[]): Promise<Db> => {
    const db = connectPatiently((await createTestDatabase()).url, { max: 1 });
    atFileEnd("a shard", () => db.close());
    for (const minutes of minutesAgo)
      await db.pool.query(
        `INSERT INTO outbox (job, payload, request_id, created_at)
         VALUES ($1, '{}', 'r1', now() - make_interval(mins => $2))`,
        [`${minutes} minutes ago`, minutes],
      );
    return db;
  };
  const home = await open([1, 3]);
  const shards = [home, await open([2, 4])];
  const outbox = outboxOfShards({ all: () => shards, at: () => home, ofId: () => home });
  expect((await outbox.listCausedBy("r1", 3)).map(({ job }) => job)).toEqual([
    "4 minutes ago",
    "3 minutes ago",
    "2 minutes ago",
  ]);
});
