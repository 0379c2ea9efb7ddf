import { atFileEnd, connectPatiently, createTestDatabase } from "@polls/testing";
import { Client } from "pg";
import type { Db } from "../connection/connect";
import { createShard } from "./create-shard";
import { openShards } from "./open-shards";

test("requests of one poll that arrive together share one search for its shard", async () => {
  const { url } = await createTestDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  await createShard(client, "shard_1", 1);
  await client.end();
  const db = connectPatiently(url, { max: 2 });
  let statements = 0;
  const home: Db = {
    ...db,
    run(statement) {
      statements += 1;
      return db.run(statement);
    },
  };
  const shards = openShards(home);
  atFileEnd("shards", async () => {
    await shards.close();
    await db.close();
  });
  await shards.refresh();
  statements = 0;
  const found = await Promise.all(Array.from({ length: 50 }, () => shards.ofPoll("unknown")));
  expect(new Set(found)).toEqual(new Set([home]));
  expect(statements).toBe(1);
});
