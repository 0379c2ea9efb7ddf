import type { Db } from "@polls/db/connection";
import type { PrismaTransaction } from "@polls/db/sql";
import type { Words } from "../../pages/languages/en";

export const REASON_MAX = 500;

/** Who acts, and why (docs/adr/0101-operators-act-through-an-audit-log.md). */
export interface Operator {
  /** Undefined: the command line, without a name. */
  readonly accountId: bigint | undefined;
  readonly via: "command_line" | "page" | "api" | "provider";
  readonly reason: string | undefined;
}

/** The acts that the audit log has. The words of pages name each. */
export type ActName = keyof Words["operate"]["acts"];

/** What an act was about: a kind and a public id. */
export const accountSubject = ({ publicId }: { readonly publicId: string }) =>
  `account ${publicId}`;
export const organizationSubject = ({ publicId }: { readonly publicId: string }) =>
  `organization ${publicId}`;
export const pollSubject = ({ memberHash }: { readonly memberHash: string }) =>
  `poll ${memberHash}`;

interface Act {
  readonly action: ActName;
  readonly subject?: string;
  /** Further facts. They contain no personal data. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Adds an act to the audit log, in the transaction of the act. */
export async function noteAct(
  tx: PrismaTransaction,
  { accountId, via, reason }: Operator,
  { action, subject, details }: Act,
): Promise<void> {
  await tx.prisma.auditEntry.create({
    data: {
      byAccountId: accountId ?? null,
      via,
      action,
      subject: subject ?? null,
      reason: reason ?? null,
      ...(details !== undefined && { details }),
    },
  });
}

export type ShownEntry = Awaited<ReturnType<typeof readAudit>>[number];

/**
 * The newest acts first. `by` is the address of the account that acted, or its id after it was erased;
 * null: the command line, without a name.
 */
export async function readAudit({ prisma }: Pick<Db, "prisma">, limit: number) {
  const rows = await prisma.auditEntry.findMany({ orderBy: { id: "desc" }, take: limit });
  const subjects = rows.flatMap(({ subject }) => accountIn(subject) ?? []);
  const actors = rows.flatMap(({ byAccountId }) => byAccountId ?? []);
  const accounts = await prisma.account.findMany({
    where: { OR: [{ id: { in: actors } }, { publicId: { in: subjects } }] },
    select: { id: true, publicId: true, email: true },
  });
  const emails = new Map(accounts.map(({ publicId, email }) => [publicId, email]));
  const names = new Map(accounts.map(({ id, email }) => [id, email]));
  return rows.map(({ id, byAccountId, ...row }) => ({
    ...row,
    id: String(id),
    by: byAccountId === null ? null : (names.get(byAccountId) ?? `account ${byAccountId}`),
    subjectEmail: emails.get(accountIn(row.subject) ?? "") ?? null,
  }));
}

const accountIn = (subject: string | null): string | undefined =>
  /^account (\S+)$/.exec(subject ?? "")?.[1];
