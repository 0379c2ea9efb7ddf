import { atFileEnd, createTestDatabase } from "@polls/testing";
import { Client } from "pg";
import { connectDatabase, type Db } from "../connection/connect";
import { createShelf } from "./create-shelf";
import { openShelves } from "./open-shelves";

test("requests of one poll that arrive together share one search for its shelf", async () => {
  const { url } = await createTestDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  await createShelf(client, "shelf_1", 1);
  await client.end();
  const db = connectDatabase(url, { max: 2 });
  let statements = 0;
  const home: Db = {
    ...db,
    run(statement) {
      statements += 1;
      return db.run(statement);
    },
  };
  const shelves = openShelves(home);
  atFileEnd("shelves", async () => {
    await shelves.close();
    await db.close();
  });
  await shelves.refresh();
  statements = 0;
  const found = await Promise.all(Array.from({ length: 50 }, () => shelves.ofPoll("unknown")));
  expect(new Set(found)).toEqual(new Set([home]));
  expect(statements).toBe(1);
});
