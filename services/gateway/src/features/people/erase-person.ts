import { type Db, Prisma } from "@polls/db/connection";
import { deleteCommentsOf } from "@polls/db/options";
import { lockPlaces } from "@polls/db/participants";
import { lockPoll } from "@polls/db/polls";
import { pollFromRow } from "@polls/db/rows";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { listedAs } from "@polls/domain/opt-ins";
import { submissionKinds } from "@polls/domain/payments";
import { hasVotingWallet } from "@polls/domain/polls";
import { endPayablePayments } from "@polls/jobs/outbox";
import { detachFiles } from "../options/option-files";
import { endSessions } from "../page-sessions/account-session";
import { removeParticipant } from "../participants/delete-participant";
import { lockParticipant } from "../participants/participants.repository";
import { fillPlaces, isLimited } from "../places/places";
import { endOpenPurchases, hasPaid } from "./end-purchases";
import {
  eraseAccount,
  findWebhookIds,
  REMOVED,
  requireNoPolls,
  requireOtherOwners,
} from "./erase-account";
import { findAccount, findPerson, type PersonRows } from "./find-person";
import { countInBatches } from "./in-batches";

/** The numbers of erased rows, and of rows that are kept without personal data. */
export interface Erasure {
  readonly account: number;
  readonly participants: number;
  /** Participants with paid votes, which are kept without personal data. */
  readonly anonymized: number;
  readonly options: number;
  readonly invitations: number;
  readonly mails: number;
  readonly polls: number;
  /** Payments that are kept in the ledger. None of their rows names the person any more. */
  readonly payments: number;
}

/**
 * Erases the data of a person (docs/operators.md#data-of-one-person). Each participant has its own
 * transaction, so an interrupted run can be repeated. Throws `Invalid` while the account owns
 * polls, or is the only owner of an organization with polls or other members.
 */
export async function erasePerson(
  shards: readonly Db[],
  email: string,
  now: Date,
): Promise<Erasure> {
  const [home, ...others] = shards;
  if (home === undefined) throw new Error("there is no shard");
  const account = await findAccount(home, email);
  if (account !== undefined) {
    await requireNoPolls(shards, account.id);
    await requireOtherOwners(home, others, account.id);
    // No client adds rows for the account while they are searched.
    await inTransaction(home, (tx) => endSessions(tx, account.id, { tokens: true }));
  }
  const memberships = await home.prisma.organizationMember.findMany({
    where: { accountId: account?.id ?? 0n },
    select: { organizationId: true },
  });
  const organizationIds = memberships.map(({ organizationId }) => organizationId);
  const webhookIds =
    account === undefined ? [] : await findWebhookIds(home, account.id, organizationIds);
  let erased: Erasure | undefined;
  for (const db of others) {
    erased = added(erased, await eraseFrom(db, email, { now, organizationIds }));
    // Each shard has the deliveries of the events of its polls.
    await countInBatches(webhookIds, (ids) =>
      db.prisma.webhookDelivery.deleteMany({ where: { webhookId: { in: ids } } }),
    );
  }
  // The shard with the account is erased last. The other shards find their rows by the account.
  return added(erased, await eraseFrom(home, email, { now, organizationIds, others }));
}

const added = (one: Erasure | undefined, other: Erasure): Erasure =>
  Object.fromEntries(
    Object.entries(other).map(([name, rows]) => [name, rows + (one?.[name as keyof Erasure] ?? 0)]),
  ) as Record<keyof Erasure, number>;

interface Step {
  readonly now: Date;
  /** The organizations of the account. What it wrote in their polls belongs to them. */
  readonly organizationIds: readonly bigint[];
  /** The other shards, if the account and what belongs to it are erased too. */
  readonly others?: readonly Db[];
}

async function eraseFrom(db: Db, email: string, step: Step): Promise<Erasure> {
  const person = await findPerson(db, email);
  const { participantIds } = person;
  const payments = await countInBatches(participantIds, (ids) =>
    db.prisma.payment.count({ where: { participantId: { in: ids } } }),
  );
  let removed = 0;
  for (const id of participantIds) {
    const outcome = await inTransaction(db, (tx) => eraseParticipant(tx, id, step.now));
    if (outcome === "removed") removed += 1;
  }
  const rest = await inTransaction(db, (tx) => eraseRest(tx, person, step));
  return {
    ...rest,
    payments,
    participants: removed,
    anonymized: participantIds.length - removed,
  };
}

/**
 * Removes a participant with its votes. In polls with a wallet a participant who has paid is kept
 * without personal data, and its paid votes without their texts. An empty text counts like the text
 * before. Open checkouts end.
 */
async function eraseParticipant(
  tx: PrismaTransaction,
  id: bigint,
  now: Date,
): Promise<"removed" | "anonymized"> {
  const found = await tx.prisma.participant.findUnique({
    where: { id },
    select: { pollId: true, publicId: true },
  });
  if (found === null) return "removed";
  await lockPoll(tx, found.pollId, "shared");
  const poll = pollFromRow(await tx.prisma.poll.findUniqueOrThrow({ where: { id: found.pollId } }));
  if (isLimited(poll)) await lockPlaces(tx, poll.id);
  const participant = await lockParticipant(tx, found.pollId, found.publicId);
  await tx.prisma.optIn.deleteMany({ where: { participantId: id } });
  await tx.prisma.mail.deleteMany({ where: { participantId: id } });
  await tx.prisma.linkedVisitor.deleteMany({ where: { participantId: id } });
  if (!hasVotingWallet(poll) || !(await hasPaid(tx, id))) {
    await removeParticipant(tx, participant, now);
    if (isLimited(poll)) await fillPlaces(tx, poll, now);
    return "removed";
  }
  await tx.prisma.heldVote.deleteMany({ where: { pollId: poll.id, participantId: id } });
  await tx.prisma.mergedVote.deleteMany({ where: { participantId: id } });
  await deleteCommentsOf(tx, id);
  await endOpenPurchases(tx, { poll, participant, now });
  await tx.prisma.vote.updateMany({
    where: { pollId: poll.id, participantId: id, text: { not: null } },
    data: { text: "", updatedAt: now },
  });
  await tx.prisma.participant.update({
    where: { id },
    data: {
      userName: null,
      optinEmail: null,
      addressKey: null,
      additionalAttributes: {},
      ownerKey: `erased:${found.publicId}`,
      updatedAt: now,
    },
  });
  return "anonymized";
}

async function eraseRest(tx: PrismaTransaction, person: PersonRows, step: Step) {
  const { now, others } = step;
  const { prisma } = tx;
  const { account, optionIds, optInIds, creatorLinkIds, invitationIds, mailIds, pollIds } = person;
  await countInBatches(mailIds, (ids) =>
    prisma.signInDraft.deleteMany({ where: { signIn: { mail: { id: { in: ids } } } } }),
  );
  const mails = await countInBatches(mailIds, (ids) =>
    prisma.mail.deleteMany({ where: { id: { in: ids } } }),
  );
  const invitations = await countInBatches(invitationIds, (ids) =>
    prisma.invitation.updateMany({ where: { id: { in: ids } }, data: { email: null } }),
  );
  const polls = await countInBatches(pollIds, (ids) =>
    prisma.poll.updateMany({
      where: { id: { in: ids } },
      data: { creatorEmail: null, creatorName: null, version: { increment: 1 }, updatedAt: now },
    }),
  );
  await countInBatches(creatorLinkIds, (ids) =>
    prisma.creatorLink.deleteMany({ where: { id: { in: ids } } }),
  );
  await countInBatches(optInIds, (ids) => prisma.optIn.deleteMany({ where: { id: { in: ids } } }));
  const counts = { account: 0, options: 0, mails, invitations, polls };
  if (others !== undefined) {
    await prisma.suppressedAddress.deleteMany({
      where: { address: { in: [...listedAs(person.address)] } },
    });
    await prisma.signUpInvitation.deleteMany({ where: { address: person.address } });
  }
  if (account === undefined) return counts;
  const options = await countInBatches(optionIds, async (ids) => {
    await endSubmissionFees(tx, ids, now);
    await eraseSubmissions(tx, ids, step);
    return prisma.option.updateMany({
      where: { id: { in: ids } },
      data: { authorName: null, ownerKey: `erased:${account.publicId}`, updatedAt: now },
    });
  });
  if (others !== undefined) await eraseAccount(tx, account, { now, others });
  return { ...counts, options, account: others === undefined ? 0 : 1 };
}

const endSubmissionFees = (tx: PrismaTransaction, optionIds: readonly bigint[], now: Date) =>
  endPayablePayments(
    tx,
    { optionId: { in: [...optionIds] }, kind: { in: [...submissionKinds] } },
    now,
  );

/** Removes the texts and files of what a person submitted. The options stay, with their votes. */
async function eraseSubmissions(
  tx: PrismaTransaction,
  optionIds: bigint[],
  { now, organizationIds }: Step,
): Promise<void> {
  const submitted = await tx.prisma.option.findMany({
    where: { id: { in: optionIds }, poll: notOf(organizationIds) },
    select: { id: true, settings: true, attachments: { select: { id: true } } },
  });
  const ids = submitted.map(({ id }) => id);
  // Payments name the option that was voted for.
  await tx.prisma.payment.updateMany({
    where: { optionId: { in: ids }, subject: { not: null } },
    data: { subject: REMOVED },
  });
  for (const option of submitted) {
    if (option.attachments.length > 0) await detachFiles(tx, { optionId: option.id });
    const { translations, ...settings } = option.settings as Prisma.JsonObject;
    if (translations !== undefined) {
      await tx.prisma.option.update({ where: { id: option.id }, data: { settings } });
    }
  }
  await tx.prisma.option.updateMany({
    where: { id: { in: ids } },
    data: {
      content: REMOVED,
      subtitle: null,
      description: null,
      infoLink: null,
      infoLinkTitle: null,
      tags: [],
      youtubeId: null,
      vimeoId: null,
      data: Prisma.DbNull,
      additionalAttributes: {},
      stateChangeMessage: null,
      updatedAt: now,
    },
  });
}

const notOf = (organizationIds: readonly bigint[]): Prisma.PollWhereInput => ({
  OR: [{ ownerOrganizationId: null }, { ownerOrganizationId: { notIn: [...organizationIds] } }],
});
