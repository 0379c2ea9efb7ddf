import {
  invitationCode,
  linkDigest,
  newPublicId,
  type PrismaQueryable,
  type PrismaTransaction,
} from "@polls/db";
import { accountOf, type Poll } from "@polls/domain/polls";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { queueMail } from "@polls/jobs/outbox";
import type { Language } from "@polls/markup";
import type { z } from "zod";
import { offsetOf, type Page } from "../../http/replies/pagination";
import type { CreateInvitationsBody } from "./invitations.schema";

export interface Invitation {
  readonly publicId: string;
  readonly email: string | null;
  readonly jury: boolean;
  readonly usedAt: Date | null;
}

export interface NewInvitation extends Invitation {
  /** In the answer to its creation only: the database has its digest. */
  readonly code: string;
}

type Wanted = z.output<typeof CreateInvitationsBody>["invitations"];

interface InvitationRequest {
  readonly poll: Poll;
  readonly wanted: Wanted;
  readonly language: Language;
  readonly now: Date;
}

/**
 * Creates invitations to a poll (docs/reference/participants.md#invitations), and mails those with an
 * address.
 */
export async function createInvitations(
  tx: PrismaTransaction,
  { poll, wanted, language, now }: InvitationRequest,
  key: string,
): Promise<NewInvitation[]> {
  const invitations = wanted.map(({ email, jury }) => {
    const publicId = newPublicId();
    const code = invitationCode(publicId, key);
    return { publicId, code, email: email ?? null, jury: jury ?? false, usedAt: null };
  });
  const rows = await tx.prisma.invitation.createManyAndReturn({
    data: invitations.map(({ code, ...row }) => ({
      ...row,
      pollId: poll.id,
      codeDigest: linkDigest(code),
      createdAt: now,
    })),
    select: { id: true, email: true },
  });
  const mails = rows.flatMap(({ id, email: address }) =>
    address === null ? [] : [{ address, language, now, invitationId: id }],
  );
  await queueMail(tx, "invitation", { accountId: accountOf(poll) }, ...mails);
  return invitations;
}

/** One page of a poll's invitations, newest first. */
export async function listInvitations(
  queryable: PrismaQueryable,
  poll: Poll,
  page: Page,
): Promise<{ readonly invitations: readonly Invitation[]; readonly total: number }> {
  const where = { pollId: poll.id };
  return {
    total: await queryable.prisma.invitation.count({ where }),
    invitations: await queryable.prisma.invitation.findMany({
      where,
      orderBy: { id: "desc" },
      take: page.perPage,
      skip: offsetOf(page),
    }),
  };
}

/**
 * Withdraws an invitation; its code becomes unknown. A used one stays (422), as the rights of its
 * participant can depend on it.
 */
export async function withdrawInvitation(
  tx: PrismaTransaction,
  poll: Poll,
  publicId: string,
): Promise<void> {
  const where = { pollId: poll.id, publicId };
  const { count } = await tx.prisma.invitation.deleteMany({ where: { ...where, usedAt: null } });
  if (count > 0) return;
  if ((await tx.prisma.invitation.count({ where })) === 0) throw new NotFound("Invitation");
  throw new Invalid({ base: ["The invitation is used"] }, "invitation_used");
}
