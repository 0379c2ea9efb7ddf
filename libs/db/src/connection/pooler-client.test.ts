// Covers docs/reliability.md: standbys-and-poolers

import { createTestDatabase, describeWithPgBouncer, startPgBouncer } from "@polls/testing";
import { lockByName } from "../sql/advisory-locks";
import { inSnapshot } from "../sql/in-snapshot";
import { inTransaction } from "../sql/in-transaction";
import { query } from "../sql/statement";
import { connectDatabase, type Db } from "./connect";

interface Settings {
  readonly statements: string;
  readonly locks: string;
  readonly scans: string;
}

const text = `SELECT current_setting('statement_timeout') AS statements,
  current_setting('lock_timeout') AS locks, current_setting('enable_seqscan') AS scans`;
const settingsSql = query<Settings>("test-settings", text, { prepare: true });

describeWithPgBouncer("behind a pooler of transactions", () => {
  let url: string;
  let db: Db;
  beforeAll(async () => {
    url = await startPgBouncer((await createTestDatabase()).url, 2);
    // On a busy machine, 40 transactions wait for their connections for longer than in the service.
    const limits = { connectMs: 60_000 };
    db = connectDatabase(url, { max: 4, pipelined: 2, pooler: "transaction", limits });
  });
  afterAll(() => db.close());

  const settings = async (source: Pick<Db, "transaction"> | Db["pipelined"]) =>
    inTransaction(source, async (tx) => (await tx.run(settingsSql())).rows[0]);

  test("each transaction has the time limits of the service", async () => {
    const limits = { statements: "5s", locks: "2s" };
    expect(await settings(db)).toEqual({ ...limits, scans: "on" });
    expect(await settings(db.pipelined)).toEqual({ ...limits, scans: "off" });
    const atOneMoment = await inSnapshot(db, (snapshot) => snapshot.run(settingsSql()));
    expect(atOneMoment.rows).toEqual([{ ...limits, scans: "on" }]);
  });

  test("the settings of a transaction end with it", async () => {
    await settings(db.pipelined);
    const { rows } = await db.pool.query<Settings>(text);
    expect(rows).toEqual([{ statements: "0", locks: "0", scans: "on" }]);
  });

  test("more transactions than server connections run, each on one connection", async () => {
    const work = Array.from({ length: 40 }, (_, n) =>
      inTransaction(n % 2 === 0 ? db : db.pipelined, async (tx) => {
        await lockByName(tx, `lock ${n % 5}`);
        return (await tx.run(settingsSql())).rows.length;
      }),
    );
    expect(await Promise.all(work)).toEqual(work.map(() => 1));
  });

  test("a connection with settings of its own is refused", async () => {
    const unaware = connectDatabase(url, { max: 1 });
    await expect(unaware.pool.query("SELECT 1")).rejects.toThrow("unsupported startup parameter");
    await unaware.close();
  });
});
