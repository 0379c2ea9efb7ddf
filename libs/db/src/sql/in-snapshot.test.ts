// Covers docs/reference/requests.md: consistency

import { buildAccount, shareDatabase } from "@polls/testing";
import { inSnapshot } from "./in-snapshot";
import { command, query } from "./statement";

const countSql = query<{ accounts: number }>(
  "test-count-accounts-in-snapshot",
  "SELECT count(*)::int AS accounts FROM accounts",
);
const renameSql = command("test-rename-all", "UPDATE accounts SET name = 'renamed'");

const db = shareDatabase({ max: 2 });

test("statements and model calls see one moment while other transactions commit", async () => {
  const before = await db.prisma.account.count();
  const counts = await inSnapshot(db, async (snapshot) => {
    const first = await snapshot.prisma.account.count();
    await buildAccount(db);
    const { rows } = await snapshot.run(countSql());
    return [first, rows[0]?.accounts, await snapshot.prisma.account.count()];
  });
  expect(counts).toEqual([before, before, before]);
  expect(await db.prisma.account.count()).toBe(before + 1);
});

test("a snapshot cannot write", async () => {
  const { id } = await buildAccount(db);
  const data = { name: "another" };
  await expect(inSnapshot(db, (snapshot) => snapshot.run(renameSql()))).rejects.toThrow(
    "read-only transaction",
  );
  await expect(
    inSnapshot(db, ({ prisma }) => prisma.account.update({ where: { id }, data })),
  ).rejects.toThrow("read-only transaction");
});

test("work outside of a snapshot runs once for each key, holds no connection, and is visible to the read", async () => {
  const work: string[] = [];
  const create = (name: string) => async () => {
    work.push(name);
    // Both connections of the pool are available.
    await Promise.all([buildAccount(db), buildAccount(db)]);
    return name;
  };
  const before = await db.prisma.account.count();
  const found = await inSnapshot(db, async (snapshot) => {
    const names = [snapshot.outside("a", create("a")), snapshot.outside("b", create("b"))];
    return [...names, snapshot.outside("a", create("c")), await snapshot.prisma.account.count()];
  });
  expect(found).toEqual(["a", "b", "a", before + 4]);
  expect(work).toEqual(["a", "b"]);
});

test("a restarted read finds the loaded data, and errors of the work reach the caller", async () => {
  let loaded = false;
  const read = () =>
    inSnapshot(db, async (snapshot) => {
      if (loaded) return "found";
      return snapshot.restartAfter(async () => {
        loaded = true;
      });
    });
  expect(await read()).toBe("found");
  const failing = inSnapshot(db, async (snapshot) =>
    snapshot.restartAfter(() => Promise.reject(new Error("away"))),
  );
  await expect(failing).rejects.toThrow("away");
});

test("a read that restarts again and again is aborted", async () => {
  let attempts = 0;
  const endless = inSnapshot(db, async (snapshot) => {
    attempts++;
    return snapshot.restartAfter(async () => undefined);
  });
  await expect(endless).rejects.toThrow("a read needs work outside of its snapshot");
  expect(attempts).toBe(20);
});
