import {
  countServedJob,
  type Db,
  inTransaction,
  type Prisma,
  type PrismaQueryable,
  type PrismaTransaction,
} from "@polls/db";
import { type Language, languages } from "@polls/markup";

/** The row of a mail. */
export type MailRow = Omit<Prisma.MailGetPayload<object>, "language"> & {
  readonly language: Language;
};

/** A mail that waits; undefined: it was settled before, or deleted with its reason. */
export async function findQueued({ prisma }: Db, id: bigint): Promise<MailRow | undefined> {
  const row = await prisma.mail.findUnique({ where: { id } });
  if (row === null || row.state !== "queued") return undefined;
  const language = languages.find((one) => one === row.language) ?? languages[0];
  return { ...row, language };
}

/** How a mail ended. */
export type MailOutcome =
  | { readonly state: "sent" }
  | { readonly state: "failed" | "bounced" | "withheld"; readonly problem: string };

/** Records how a mail ended, together with the end of its job. */
export function settle(
  db: Db,
  { id }: Pick<MailRow, "id">,
  outcome: MailOutcome,
  now: Date,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.prisma.mail.updateMany({
      where: { id, state: "queued" },
      data: { ...outcome, settledAt: now },
    });
    await done(tx);
    await countServedJob(tx, "mail");
  });
}

/** Deletes a mail whose reason is gone, together with the end of its job. */
export function withdraw(
  db: Db,
  { id }: Pick<MailRow, "id">,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.prisma.mail.deleteMany({ where: { id, state: "queued" } });
    await done(tx);
    await countServedJob(tx, "mail");
  });
}

/** Whether an address is suppressed (docs/reference/mails.md#suppressed-addresses). */
export async function isSuppressed({ prisma }: Db, address: string): Promise<boolean> {
  return (await prisma.suppressedAddress.findUnique({ where: { address } })) !== null;
}

/** Suppresses all later mails to an address. */
export async function suppress(
  queryable: PrismaQueryable,
  address: string,
  reason: string,
  now: Date,
): Promise<void> {
  await queryable.prisma.suppressedAddress.createMany({
    data: [{ address, reason, createdAt: now }],
    skipDuplicates: true,
  });
}
