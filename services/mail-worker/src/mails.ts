import type { Db, Prisma } from "@polls/db/connection";
import { findCreatorAddress } from "@polls/db/mails";
import { countServedJob } from "@polls/db/outbox";
import { freeInvitedAddress } from "@polls/db/participants";
import { findExistingPoll } from "@polls/db/polls";
import { inTransaction, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { addressKey } from "@polls/db/tokens";
import { mailKinds } from "@polls/domain/mails";
import { listedAs } from "@polls/domain/opt-ins";
import { type Language, storedLanguage } from "@polls/markup";
import type { MailFailure } from "./delivery/judge-failure";
import { addressKeysOf, type MailDeps } from "./deps";

/** Creates all mail counters with 0, before the first mail. */
export function showMailCounters(metrics: MailDeps["metrics"]): void {
  for (const kind of Object.keys(mailKinds)) {
    for (const state of ["sent", "failed", "bounced", "withheld", "withdrawn"]) {
      metrics.count("mails_settled_total", { kind, state }, 0);
    }
  }
}

export type MailRow = Omit<Prisma.MailGetPayload<object>, "language"> & {
  readonly language: Language;
};

/** A waiting mail. Undefined if it was settled, or its reason is gone. */
export async function findQueued({ prisma }: Db, id: bigint): Promise<MailRow | undefined> {
  const row = await prisma.mail.findUnique({ where: { id } });
  if (row === null || row.state !== "queued") return undefined;
  return { ...row, language: storedLanguage(row.language) };
}

/**
 * Closes a digest in its first attempt: later submissions open a new one. The lock of the row waits
 * for transactions that still write to this one. The address may have changed since the digest was
 * opened, so the current one is stored. Later attempts keep it, and so the link. Other mails stay as
 * they are. Undefined if another run settled the digest.
 */
export async function closeDigest(
  { db, clock }: Pick<MailDeps, "db" | "clock">,
  mail: MailRow,
): Promise<MailRow | undefined> {
  const { id, pollId, until } = mail;
  if (pollId === null || until !== null) return mail;
  const poll = await findExistingPoll(db, pollId);
  if (poll === undefined) return mail;
  const address = await findCreatorAddress(db, poll);
  await db.prisma.mail.updateMany({
    where: { id, until: null, state: "queued" },
    data: { until: clock(), address },
  });
  return findQueued(db, id);
}

export type MailOutcome =
  | { readonly state: "sent" }
  | ({ readonly state: "failed" } & Refusal)
  | { readonly state: "bounced" | "withheld"; readonly problem: string };

/** Why a server refused a mail, and whose fault that is. */
type Refusal = Pick<MailFailure, "problem" | "fault">;

/** Records why a mail waits for a later attempt. */
export async function recordRefusal(
  { prisma }: Db,
  { id, problem: before }: Pick<MailRow, "id" | "problem">,
  { problem, fault }: Refusal,
): Promise<void> {
  if (problem === before) return;
  await prisma.mail.updateMany({
    where: { id, state: "queued" },
    data: { problem, fault },
  });
}

/** Records the result of a mail, together with the end of its job. */
export async function settle(
  deps: Pick<MailDeps, "db" | "metrics" | "settings">,
  mail: Pick<MailRow, "id" | "kind" | "invitationId" | "address">,
  outcome: MailOutcome,
  now: Date,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  const { db, metrics } = deps;
  const { id, kind } = mail;
  await inTransaction(db, async (tx) => {
    await tx.prisma.mail.updateMany({
      where: { id, state: "queued" },
      data: { problem: null, fault: null, ...outcome, settledAt: now },
    });
    if (outcome.state === "failed" || outcome.state === "bounced") await allowAgain(tx, mail, deps);
    await done(tx);
    await countServedJob(tx, "mail");
  });
  metrics.count("mails_settled_total", { kind, state: outcome.state });
}

/** An address that got no invitation may be invited again (docs/reference/participants.md#invitations). */
async function allowAgain(
  tx: PrismaTransaction,
  { invitationId, address }: Pick<MailRow, "invitationId" | "address">,
  { db, settings }: Pick<MailDeps, "db" | "settings">,
): Promise<void> {
  if (invitationId === null) return;
  const invitation = await tx.prisma.invitation.findUnique({ where: { id: invitationId } });
  if (invitation === null) return;
  const { all } = await addressKeysOf(db, settings);
  for (const key of all)
    await freeInvitedAddress(tx, invitation.pollId, addressKey(key, "invited", address));
}

/** Deletes a mail whose reason no longer exists, together with the end of its job. */
export async function withdraw(
  { db, metrics }: Pick<MailDeps, "db" | "metrics">,
  { id, kind }: Pick<MailRow, "id" | "kind">,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.prisma.mail.deleteMany({ where: { id, state: "queued" } });
    await done(tx);
    await countServedJob(tx, "mail");
  });
  metrics.count("mails_settled_total", { kind, state: "withdrawn" });
}

/** Whether an address is suppressed (docs/reference/mails.md#suppressed-addresses). */
export async function isSuppressed({ prisma }: Db, address: string): Promise<boolean> {
  const where = { address: { in: [...listedAs(address)] } };
  return (await prisma.suppressedAddress.count({ where })) > 0;
}

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
