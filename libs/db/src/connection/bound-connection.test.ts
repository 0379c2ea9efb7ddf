// Covers docs/reliability.md: slow-database

import { shareDatabase } from "@polls/testing";
import { inTransaction } from "../sql/in-transaction";
import { command } from "../sql/statement";
import { ranOutOfTime } from "./bound-connection";
import type { Db } from "./connect";
import { isDatabaseUnavailable } from "./unavailable";

const db = shareDatabase({ max: 1, pipelined: 1, limits: { transactionMs: 200 } });

const wait = command("wait", "SELECT pg_sleep(4)");

test.each([
  ["of Prisma", () => db],
  ["of statements", () => db.statements],
  ["that is pipelined", () => db.pipelined],
] as const)("a transaction %s that runs out of time tells so", async (_, source) => {
  const late = await inTransaction(source() as Db, (tx) => tx.run(wait())).catch(
    (error: unknown) => error,
  );
  expect([ranOutOfTime(late), isDatabaseUnavailable(late)]).toEqual([true, true]);
  expect(ranOutOfTime(new Error("Connection terminated"))).toBe(false);
});
