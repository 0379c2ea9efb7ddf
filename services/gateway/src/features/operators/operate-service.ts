import type { PrismaTransaction } from "@polls/db/sql";
import { noteAct, type Operator } from "./audit-log";

export const SENTENCE_MAX = 300;

/** Switches the maintenance mode. `sentence` is shown to people. Undefined: the usual one. */
export async function setMaintenance(
  tx: PrismaTransaction,
  mode: { readonly on: boolean; readonly sentence: string | undefined },
  operator: Operator,
  now: Date,
): Promise<void> {
  await setState(tx, {
    maintenanceSince: mode.on ? now : null,
    maintenanceSentence: mode.on ? (mode.sentence ?? null) : null,
  });
  await noteAct(tx, operator, { action: "service.maintenance", details: { on: mode.on } });
}

/** Sets the sentence on every page. Undefined: none. */
export async function announce(
  tx: PrismaTransaction,
  sentence: string | undefined,
  operator: Operator,
): Promise<void> {
  await setState(tx, { announcement: sentence ?? null });
  await noteAct(tx, operator, {
    action: "service.announce",
    details: { announcement: sentence ?? null },
  });
}

async function setState(
  { prisma }: PrismaTransaction,
  data: {
    readonly maintenanceSince?: Date | null;
    readonly maintenanceSentence?: string | null;
    readonly announcement?: string | null;
  },
): Promise<void> {
  await prisma.serviceState.upsert({ where: { only: true }, create: data, update: data });
}
