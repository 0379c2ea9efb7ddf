import { type Db, inTransaction, lockPoll, type PrismaTransaction, pollFromRow } from "@polls/db";
import { hasVotingWallet } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { renewKnownHashes } from "../organizations/change-members";
import { removeParticipant } from "../participants/delete-participant";
import { lockParticipant } from "../participants/participants.repository";
import { findPerson } from "./find-person";

/** How many rows were erased, and how many stay without the person. */
export interface Erasure {
  readonly account: number;
  /** Participants that went with their votes. */
  readonly participants: number;
  /** Participants whose paid votes stay without the person. */
  readonly anonymized: number;
  readonly options: number;
  readonly invitations: number;
  readonly mails: number;
  readonly polls: number;
  /** Payments that stay in the ledger: no row of them names the person any more. */
  readonly payments: number;
}

/**
 * Erases a person (docs/operations.md#data-of-one-person). Each participation has a transaction of its own, so a
 * run that breaks off can be repeated. Throws `Invalid` while the account owns polls.
 */
export async function erasePerson(db: Db, email: string, now: Date): Promise<Erasure> {
  const person = await findPerson(db, email);
  const { account, participantIds } = person;
  if (account !== undefined) await demandNoPolls(db, account.id);
  const payments = await db.prisma.payment.count({
    where: { participantId: { in: [...participantIds] } },
  });
  let removed = 0;
  for (const id of participantIds) {
    const outcome = await inTransaction(db, (tx) => eraseParticipant(tx, id, now));
    if (outcome === "removed") removed += 1;
  }
  const rest = await inTransaction(db, (tx) => eraseRest(tx, person, now));
  return {
    ...{ ...rest, payments },
    ...{ participants: removed, anonymized: participantIds.length - removed },
  };
}

async function demandNoPolls({ prisma }: Db, accountId: bigint): Promise<void> {
  const polls = await prisma.poll.count({ where: { ownerAccountId: accountId, deletedAt: null } });
  if (polls > 0) throw new Invalid({ email: [`belongs to an account with ${polls} polls`] });
}

/** Removes a participant with its votes; in polls with a wallet it stays, without the person. */
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
  const participant = await lockParticipant(tx, found.pollId, found.publicId);
  await tx.prisma.optIn.deleteMany({ where: { participantId: id } });
  if (!hasVotingWallet(poll)) {
    await removeParticipant(tx, participant, now);
    return "removed";
  }
  await tx.prisma.participant.update({
    where: { id },
    data: {
      ...{ userName: null, optinEmail: null, addressKey: null, additionalAttributes: {} },
      ...{ ownerKey: `erased:${found.publicId}`, updatedAt: now },
    },
  });
  return "anonymized";
}

async function eraseRest(
  tx: PrismaTransaction,
  person: Awaited<ReturnType<typeof findPerson>>,
  now: Date,
) {
  const { prisma } = tx;
  const { account, invitationIds, mailIds, pollIds, address } = person;
  const mails = await prisma.mail.deleteMany({ where: { id: { in: [...mailIds] } } });
  const invitations = await prisma.invitation.updateMany({
    where: { id: { in: [...invitationIds] } },
    data: { email: null },
  });
  const polls = await prisma.poll.updateMany({
    where: { id: { in: [...pollIds] } },
    data: { creatorEmail: null, creatorName: null, version: { increment: 1 }, updatedAt: now },
  });
  await prisma.creatorLink.deleteMany({ where: { address } });
  await prisma.optIn.deleteMany({ where: { address } });
  await prisma.suppressedAddress.deleteMany({ where: { address } });
  if (account === undefined) {
    const counts = { account: 0, options: 0 };
    return { ...counts, mails: mails.count, invitations: invitations.count, polls: polls.count };
  }
  const { id, publicId } = account;
  const options = await prisma.option.updateMany({
    where: { ownerKey: `user:${id}` },
    data: { authorName: null, ownerKey: `erased:${publicId}`, updatedAt: now },
  });
  await prisma.apiToken.deleteMany({ where: { accountId: id } });
  await prisma.namedToken.deleteMany({ where: { accountId: id } });
  await prisma.connectedAccount.updateMany({
    where: { accountId: id, endedAt: null },
    data: { endedAt: now, nextLookAt: null, linkUrl: null, linkExpiresAt: null, updatedAt: now },
  });
  await prisma.signIn.deleteMany({ where: { accountId: id } });
  await prisma.accountSession.deleteMany({ where: { accountId: id } });
  const memberships = await prisma.organizationMember.findMany({ where: { accountId: id } });
  await prisma.organizationMember.deleteMany({ where: { accountId: id } });
  for (const member of memberships) await renewKnownHashes(tx, member, undefined, now);
  await prisma.webhook.updateMany({
    where: { ownerAccountId: id, endedAt: null },
    data: { endedAt: now },
  });
  // Polls of organizations name the account that created them.
  await prisma.account.update({
    where: { id },
    data: { email: `erased-${publicId.toLowerCase()}@erased.invalid`, name: "Erased" },
  });
  return {
    ...{ account: 1, options: options.count, mails: mails.count },
    ...{ invitations: invitations.count, polls: polls.count },
  };
}
