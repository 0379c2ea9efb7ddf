import type { Db } from "@polls/db/connection";
import { findPaymentDiscrepancies } from "@polls/db/counts";
import { inTransaction, readMoment } from "@polls/db/sql";
import { settlePayment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import { CommandFailure, command, UsageError } from "./command/command";
import { readNumber } from "./command/read-values";
import { withShards } from "./command/with-shards";

const DAY_MS = 24 * 3_600_000;
const EXPORT_MAX = 100_000;

function readDay(text: string | undefined, option: string): Date | undefined {
  if (text === undefined) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime())) {
    throw new UsageError(`--${option} must be a date like 2026-11-20`);
  }
  return day;
}

/** Sends jobs that ask the provider about the payments of a shard since a time. */
const askSince = (db: Db, since: Date): Promise<number> =>
  inTransaction(db, async (tx) => {
    const rows = await tx.prisma.payment.findMany({
      where: { createdAt: { gte: since } },
      select: { id: true },
    });
    const jobs = rows.map(({ id }) => ({ paymentId: String(id) }));
    await sendAll(tx, settlePayment, jobs);
    return rows.length;
  });

const readLedger = (
  { prisma }: Db,
  { from, to }: { readonly from: Date | undefined; readonly to: Date | undefined },
) =>
  prisma.paymentEntry.findMany({
    where: { at: { ...(from && { gte: from }), ...(to && { lt: to }) } },
    include: {
      payment: {
        include: {
          checkouts: { where: { state: "paid" }, orderBy: { attempt: "asc" }, take: 1 },
        },
      },
    },
    orderBy: { id: "asc" },
    take: EXPORT_MAX + 1,
  });

export const paymentCommands = [
  command({
    name: "payments reconcile",
    summary: "Lists payments with discrepancies; every list should be empty.",
    options: {
      ask: {
        value: "DAYS",
        description: "also compares the payments of this many days with the provider",
      },
    },
    run: (home, { ask }) =>
      withShards(home, async (shards) => {
        const now = await readMoment(home);
        const wrong = "--ask must be a number of days from 1 to 999";
        const days = readNumber(ask, /^[1-9]\d{0,2}$/, wrong);
        let asked = 0;
        if (days !== undefined) {
          const since = new Date(now.getTime() - days * DAY_MS);
          for (const db of shards.all()) asked += await askSince(db, since);
        }
        return { ...(await findPaymentDiscrepancies(shards.all(), now)), asked };
      }),
  }),
  command({
    name: "payments export",
    summary: "Prints the ledger: every change of every payment, oldest first.",
    options: {
      from: { value: "DAY", description: "first day (UTC)" },
      to: { value: "DAY", description: "first day after the period (UTC)" },
    },
    run: async (home, values) => {
      const from = readDay(values.from, "from");
      const to = readDay(values.to, "to");
      const rows = await withShards(home, async (shards) => {
        const all = await Promise.all(shards.all().map((db) => readLedger(db, { from, to })));
        const entries = all.flat();
        if (all.length === 1) return entries;
        return entries.sort((one, other) => one.at.getTime() - other.at.getTime());
      });
      if (rows.length > EXPORT_MAX)
        throw new CommandFailure("Too many entries: limit the days with --from and --to");
      return rows.map(({ payment, ...entry }) => ({
        at: entry.at,
        payment: payment.publicId,
        kind: payment.kind,
        poll_title: payment.pollTitle,
        before: entry.before,
        after: entry.after,
        received: Number(entry.received),
        refunded: Number(entry.refunded),
        credited: entry.credited,
        currency: payment.currency,
        reason: entry.reason,
        connected_account: payment.checkouts[0]?.destination ?? null,
        operator_fee: Number(payment.checkouts[0]?.fee ?? 0),
      }));
    },
  }),
];
