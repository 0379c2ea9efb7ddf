import { countReachable, findDecision } from "@polls/db/polls";
import { optionFromRow } from "@polls/db/rows";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { schedulePhaseCheck } from "@polls/db/webhooks";
import {
  canBeDecided,
  type Decision,
  decisionProblems,
  heldDates,
  planDecision,
} from "@polls/domain/decisions";
import type { Poll, PollStatus } from "@polls/domain/polls";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import type { MailSettings } from "../../stored-keys";
import { tellFirst } from "../notices/tell-participants";

interface DecisionCommand {
  readonly poll: Poll;
  readonly now: Date;
}

/**
 * Decides the dates of a poll, closes it, and queues the mails about it (docs/reference/decisions.md). The transaction
 * must hold the exclusive lock of the poll. Throws 422 if an id is not the id of a date.
 */
export async function decideDates(
  tx: PrismaTransaction,
  { poll, now, optionIds }: DecisionCommand & { readonly optionIds: readonly string[] },
  settings: MailSettings,
) {
  const chosen = await findDates(tx, poll, optionIds);
  const before = await findDecision(tx, poll.id);
  const wasClosedByDecision = before?.decidedAt !== undefined && before.reopens;
  const reopens = wasClosedByDecision || poll.status === "active";
  const changed = await changeDecision(tx, { poll, now, before, chosen, reopens }, settings);
  if (changed) await writeStatus(tx, poll, "closed", now);
  const decision = changed ? await findDecision(tx, poll.id) : before;
  return { decided: presentDecision(decision), unchanged: !changed };
}

/** Withdraws the decision of a poll, and opens the poll if the decision closed it. Throws 404 if there is none. */
export async function withdrawDecision(
  tx: PrismaTransaction,
  { poll, now }: DecisionCommand,
  settings: MailSettings,
): Promise<void> {
  const before = await findDecision(tx, poll.id);
  if (before?.decidedAt === undefined) throw new NotFound("Decision");
  const { reopens } = before;
  await changeDecision(tx, { poll, now, before, chosen: [], reopens }, settings);
  await writeStatus(tx, poll, reopens ? "active" : poll.status, now);
}

function presentDecision(decision: Decision | undefined) {
  if (decision?.decidedAt === undefined) throw new Error("a decision is gone");
  return {
    option_ids: heldDates(decision).map(({ option }) => option.publicId),
    decided_at: decision.decidedAt.toISOString(),
  };
}

async function findDates(
  tx: PrismaTransaction,
  poll: Poll,
  optionIds: readonly string[],
): Promise<readonly bigint[]> {
  const rows = await tx.prisma.option.findMany({
    where: { pollId: poll.id, publicId: { in: [...optionIds] } },
    orderBy: [{ startDate: "asc" }, { id: "asc" }],
  });
  const dates = rows.map(optionFromRow).filter(canBeDecided);
  const problems = decisionProblems(optionIds, new Set(dates.map(({ publicId }) => publicId)));
  if (problems !== undefined) throw new Invalid(problems);
  return dates.map(({ id }) => id);
}

interface DecisionChange extends DecisionCommand {
  readonly before: Decision | undefined;
  readonly chosen: readonly bigint[];
  readonly reopens: boolean;
}

/** Writes the new dates and queues their mails. Returns whether anything changed. */
async function changeDecision(
  tx: PrismaTransaction,
  { poll, now, before, chosen, reopens }: DecisionChange,
  settings: MailSettings,
): Promise<boolean> {
  const revision = before === undefined ? 0 : before.revision + 1;
  const plan = planDecision(before?.dates ?? [], chosen, revision);
  if (plan === undefined) return false;
  const decidedAt = chosen.length === 0 ? null : now;
  const row = { revision, decidedAt, changedAt: now, reopens };
  await tx.prisma.decision.upsert({
    where: { pollId: poll.id },
    create: { pollId: poll.id, ...row },
    update: row,
  });
  for (const { uid, formerOptionId = null, ...date } of plan.changed) {
    await tx.prisma.decidedDate.update({ where: { uid }, data: { ...date, formerOptionId } });
  }
  await tx.prisma.decidedDate.createMany({
    data: plan.added.map((optionId) => ({
      uid: newPublicId(),
      pollId: poll.id,
      optionId,
      sequence: revision,
    })),
  });
  const drops = plan.changed.some(({ canceled }) => canceled);
  const kinds = [
    ...(drops ? (["decision_canceled", "decision_canceled_to_invited"] as const) : []),
    ...(chosen.length > 0 ? (["decision", "decision_to_invited"] as const) : []),
  ];
  for (const kind of kinds) await tellFirst(tx, poll, kind, now, settings);
  return true;
}

async function writeStatus(
  tx: PrismaTransaction,
  { id, status: before }: Poll,
  status: PollStatus,
  now: Date,
): Promise<void> {
  await tx.prisma.poll.update({
    where: { id },
    data: {
      ...(status !== before && { status, closedAt: status === "closed" ? now : null }),
      version: { increment: 1 },
      updatedAt: now,
    },
  });
  await noteEvent(tx, { type: "poll.updated", pollId: id, now });
  await schedulePhaseCheck(tx, id, now);
}

/** How many people a decision is mailed to, and how many participants left no address. */
export async function countRecipients(
  db: PrismaQueryable,
  { id, settings }: Poll,
): Promise<{ readonly recipients: number | null; readonly without_address: number | null }> {
  // Counts before and after a mark of fraud would tell whether the address of a participant is known.
  if (settings.anonymize_voter_names) return { recipients: null, without_address: null };
  const { recipients, withoutAddress } = await countReachable(db, id);
  return { recipients, without_address: withoutAddress };
}
