import { buildAccount, shareDatabase } from "@polls/testing";
import { inLongSnapshot } from "./long-snapshot";
import { command, query } from "./statement";

const countSql = query<{ accounts: number }>(
  "test-count-accounts",
  "SELECT count(*)::int AS accounts FROM accounts",
);
const slowSql = command("test-sleep", "SELECT pg_sleep(0.3)");
const renameSql = command("test-rename-all", "UPDATE accounts SET name = 'renamed'");

const db = shareDatabase({
  max: 2,
  limits: { transactionMs: 200 },
});

test("its reads see one moment, for longer than a transaction of a request may take", async () => {
  const before = await db.prisma.account.count();
  const counts = await inLongSnapshot(db, async (tx) => {
    const first = (await tx.run(countSql())).rows[0]?.accounts;
    await buildAccount(db);
    await tx.run(slowSql());
    return [first, (await tx.run(countSql())).rows[0]?.accounts];
  });
  expect(counts).toEqual([before, before]);
});

test("it cannot write, and gives its connection back after an error", async () => {
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(inLongSnapshot(db, (tx) => tx.run(renameSql()))).rejects.toThrow(
      "read-only transaction",
    );
  }
});
