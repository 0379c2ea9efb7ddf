import type { Db } from "@polls/db/connection";
import type { Shards } from "@polls/db/shards";
import type { PrismaTransaction } from "@polls/db/sql";
import { unpurgedPolls } from "../taken-down/poll-of-link";
import { noteAct, type Operator, pollSubject } from "./audit-log";
import { newestOf } from "./newest";

/** A report of abuse as operators see it. Nothing tells who wrote it. */
export type ShownReport = Awaited<ReturnType<typeof listReports>>[number];

/** The newest reports of all shards: the open ones, or all. Reports of deleted polls are left out. */
export const listReports = (
  shards: Shards,
  { closed, limit }: { readonly closed: boolean; readonly limit: number },
) => newestOf(shards, limit, (db) => reportsOn(db, closed, limit));

async function reportsOn({ prisma }: Pick<Db, "prisma">, closed: boolean, limit: number) {
  const rows = await prisma.abuseReport.findMany({
    where: {
      ...(!closed && { closedAt: null }),
      poll: unpurgedPolls,
    },
    orderBy: { id: "desc" },
    take: limit,
    select: {
      id: true,
      text: true,
      createdAt: true,
      closedAt: true,
      poll: { select: { memberHash: true, title: true, takenDownAt: true } },
    },
  });
  return rows.map(({ poll, ...report }) => ({
    ...report,
    pollHash: poll.memberHash,
    pollTitle: poll.title,
    takenDown: poll.takenDownAt !== null,
  }));
}

/** Closes a report. Returns whether it was open. */
export async function closeReport(
  tx: PrismaTransaction,
  id: bigint,
  operator: Operator,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.prisma.abuseReport.updateMany({
    where: { id, closedAt: null },
    data: { closedAt: now },
  });
  if (count === 0) return false;
  const row = await tx.prisma.abuseReport.findUnique({
    where: { id },
    select: { poll: { select: { memberHash: true } } },
  });
  await noteAct(tx, operator, {
    action: "report.close",
    ...(row !== null && { subject: pollSubject(row.poll) }),
  });
  return true;
}
