import {
  type Db,
  inTransaction,
  type Prisma,
  type PrismaQueryable,
  type PrismaTransaction,
} from "@polls/db";
import type { Language } from "@polls/markup";

const around = {
  optIn: { include: { participant: true } },
  invitation: true,
  signIn: true,
} as const satisfies Prisma.MailInclude;

type Row = Prisma.MailGetPayload<{ include: typeof around }>;

/** A mail that waits, with the row it is about. */
export type QueuedMail = Omit<Row, "language"> & { readonly language: Language };

/** The mail while it waits: undefined when it is gone with what it was about, or was settled before. */
export async function findQueued({ prisma }: Db, id: bigint): Promise<QueuedMail | undefined> {
  const row = await prisma.mail.findUnique({ where: { id }, include: around });
  if (row === null || row.state !== "queued") return undefined;
  return { ...row, language: row.language === "de" ? "de" : "en" };
}

/** How a mail ended. */
export type Settlement =
  | { readonly state: "sent" }
  | { readonly state: "failed" | "bounced"; readonly problem: string };

/** Records how a mail ended, together with the end of its job. */
export function settle(
  db: Db,
  { id }: Pick<QueuedMail, "id">,
  settlement: Settlement,
  now: Date,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.prisma.mail.updateMany({
      where: { id, state: "queued" },
      data: { ...settlement, settledAt: now },
    });
    await done(tx);
  });
}

/** Takes back a mail that has nothing to say any more, together with the end of its job. */
export function withdraw(
  db: Db,
  { id }: Pick<QueuedMail, "id">,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.prisma.mail.deleteMany({ where: { id, state: "queued" } });
    await done(tx);
  });
}

/** Whether mail came back from an address for good. */
export async function isSuppressed({ prisma }: Db, address: string): Promise<boolean> {
  return (await prisma.suppressedAddress.findUnique({ where: { address } })) !== null;
}

/** Lets no more mail go to an address. */
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
