import { escapePattern, type PrismaQueryable } from "@polls/db";
import { foldAddress } from "@polls/domain/opt-ins";

/** The rows with data of a person, found by an e-mail address in any letter case. */
export interface PersonRows {
  readonly address: string;
  readonly account: { readonly id: bigint; readonly publicId: string } | undefined;
  readonly participantIds: readonly bigint[];
  readonly invitationIds: readonly bigint[];
  readonly mailIds: readonly bigint[];
  /** Polls with the address as `creator_email`. */
  readonly pollIds: readonly bigint[];
}

/**
 * Finds the data of a person by an address (docs/operations.md#data-of-one-person). It reads whole
 * tables.
 */
export async function findPerson({ prisma }: PrismaQueryable, email: string): Promise<PersonRows> {
  const address = foldAddress(email);
  // Prisma compares by `ILIKE`.
  const equals = { equals: escapePattern(email), mode: "insensitive" } as const;
  const isTheirs = (found: string | null) => found !== null && foldAddress(found) === address;
  const account = await prisma.account.findFirst({
    where: { email: { in: [email, address] } },
    select: { id: true, publicId: true },
  });
  const named = await prisma.participant.findMany({
    where: { optinEmail: equals },
    select: { id: true, optinEmail: true },
  });
  // A denied request belongs to another person.
  const asked = await prisma.optIn.findMany({
    where: { address, deniedAt: null },
    select: { participantId: true },
  });
  const own =
    account === null
      ? []
      : await prisma.participant.findMany({
          where: { ownerKey: `user:${account.id}` },
          select: { id: true },
        });
  const invitations = await prisma.invitation.findMany({
    where: { email: equals },
    select: { id: true, email: true },
  });
  const mails = await prisma.mail.findMany({
    where: { address: equals },
    select: { id: true, address: true },
  });
  const polls = await prisma.poll.findMany({
    where: { creatorEmail: equals },
    select: { id: true, creatorEmail: true },
  });
  const participantIds = [
    ...named.filter(({ optinEmail }) => isTheirs(optinEmail)).map(({ id }) => id),
    ...asked.map(({ participantId }) => participantId),
    ...own.map(({ id }) => id),
  ];
  return {
    address,
    account: account ?? undefined,
    participantIds: [...new Set(participantIds)],
    invitationIds: invitations.filter(({ email: one }) => isTheirs(one)).map(({ id }) => id),
    mailIds: mails.filter(({ address: one }) => isTheirs(one)).map(({ id }) => id),
    pollIds: polls.filter(({ creatorEmail }) => isTheirs(creatorEmail)).map(({ id }) => id),
  };
}
