import { recordStatements, type SentStatement, wholeScans } from "@polls/testing";
import { buildPerson } from "../../../testing/build-person";
import { shareGateway } from "../../../testing/share-gateway";
import { erasePerson } from "./erase-person";
import { exportPerson } from "./export-person";

const email = "ada@example.org";
const now = new Date("2030-06-15T12:00:00Z");

const gateway = shareGateway();
const { db } = gateway;

/** The statements that find their rows without an index, with the tables that they read. */
async function withoutIndex(sent: readonly SentStatement[]): Promise<readonly string[]> {
  const client = await db.pool.connect();
  const found = new Set<string>();
  try {
    await client.query("SET enable_seqscan = off");
    for (const { text, values } of sent) {
      if (!/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(text)) continue;
      // A deployment has a few shards.
      if (/ FROM shelves /.test(text)) continue;
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      const scans = wholeScans(rows[0]["QUERY PLAN"][0].Plan);
      if (scans.length > 0) found.add(`${scans.join(", ")}: ${text}`);
    }
  } finally {
    client.release(true);
  }
  return [...found];
}

test("every statement that exports or erases a person finds its rows by an index", async () => {
  // Of several indexes of a small table, the planner may read any one as a whole.
  await db.pool.query(
    `INSERT INTO payments (public_id, token, kind, poll_id, poll_title, quantity, currency)
     SELECT 'p' || n, 't' || n, 'votes', 0, 'x', 1, 'eur' FROM generate_series(1, 5000) AS n`,
  );
  await db.pool.query("ANALYZE payments");
  const sent = recordStatements(db.pool);
  await buildPerson(db, { email, now });
  sent.length = 0;
  const data = await exportPerson([db], email);
  expect(data).toMatchObject({ participants: [{}, {}], options: [{}, {}], creatorOf: [{}, {}] });
  const erased = await erasePerson([db], email, now);
  expect(erased).toMatchObject({ account: 1, participants: 1, anonymized: 1, options: 2 });
  expect(sent.length).toBeGreaterThan(50);
  expect(await withoutIndex([...sent])).toEqual([]);
});
