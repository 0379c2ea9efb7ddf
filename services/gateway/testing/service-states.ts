import { inTransaction } from "@polls/db/sql";
import { setMaintenance } from "../src/features/operators/operate-service";
import type { TestGateway } from "./start-gateway";

type Gateway = Pick<TestGateway, "db" | "deps">;

/** Runs a function while the gateway is in maintenance. */
export async function inMaintenance({ db, deps }: Gateway, during: () => Promise<void>) {
  const operator = { accountId: undefined, via: "command_line", reason: undefined } as const;
  const maintain = async (on: boolean) => {
    await inTransaction(db, (tx) =>
      setMaintenance(tx, { on, sentence: undefined }, operator, new Date()),
    );
    await deps.serviceState.refresh();
  };
  await maintain(true);
  try {
    await during();
  } finally {
    await maintain(false);
  }
}

/** Blocks an account, or unblocks it. */
export async function setBlocked({ db, deps }: Gateway, id: bigint, isBlocked: boolean) {
  const blockedAt = isBlocked ? new Date() : null;
  await db.prisma.account.update({ where: { id }, data: { blockedAt } });
  await deps.serviceState.refresh();
}
