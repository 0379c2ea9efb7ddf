import { buildPoll, shareDatabase, step, waitFor } from "@polls/testing";
import { lockClasses, pollKey } from "../sql/advisory-locks";
import { inTransaction } from "../sql/in-transaction";
import { newPublicId } from "../tokens/public-id";
import { findAndLockPoll } from "./polls";

const db = shareDatabase({ max: 4 });

/** Whether another session can lock the poll. */
async function isFree(id: bigint): Promise<boolean> {
  const { rows } = await db.pool.query<{ free: boolean }>(
    "SELECT pg_try_advisory_xact_lock($1, $2) AS free",
    [lockClasses.polls, pollKey(id)],
  );
  return rows[0]?.free === true;
}

const waiting = async () => {
  const { rows } = await db.pool.query("SELECT FROM pg_locks WHERE NOT granted");
  return rows.length === 1;
};

test("a hash that moves during the wait for the lock leads to the new poll, which is locked", async () => {
  const before = await buildPoll(db);
  const after = await buildPoll(db);
  const hash = before.memberHash;
  const locked = step();
  const move = step();
  const moving = inTransaction(db, async (tx) => {
    await findAndLockPoll(tx, hash, "exclusive");
    locked.done();
    await move.promise;
    for (const [{ id }, memberHash] of [
      [before, newPublicId()],
      [after, hash],
    ] as const)
      await tx.prisma.poll.update({ where: { id }, data: { memberHash } });
  });
  await locked.promise;
  const found = inTransaction(db, async (tx) => {
    const { poll } = (await findAndLockPoll(tx, hash, "shared")) ?? {};
    return { id: poll?.id, isFree: await isFree(after.id) };
  });
  await waitFor(waiting, { what: "the wait for the lock" });
  move.done();
  await moving;
  expect(await found).toEqual({ id: after.id, isFree: false });
  expect(await isFree(after.id)).toBe(true);
});
