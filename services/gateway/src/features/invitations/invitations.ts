import { claimInvitedAddresses, findOptOutsOf, freeInvitedAddress } from "@polls/db/participants";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { addressKey, invitationCode, linkDigest, newPublicId } from "@polls/db/tokens";
import { type MailState, mailStates } from "@polls/domain/mails";
import type { Poll } from "@polls/domain/polls";
import { Invalid, NotFound, TooManyRequests } from "@polls/domain/refusals";
import { queueMail } from "@polls/jobs/outbox";
import type { z } from "zod";
import type { MailRequest } from "../../http/limits/mail-request";
import { type ListPage, windowOf } from "../../http/replies/pagination";
import type { MailSettings } from "../../stored-keys";
import { mailCauseOf } from "../notices/tell-participants";
import { secondsUntilNextDay, takeInvitations } from "../quotas/quotas";
import type { CreateInvitationsBody } from "./invitations.schema";

export interface Invitation {
  readonly publicId: string;
  readonly email: string | null;
  readonly jury: boolean;
  /** Null also after this participant was deleted, which frees the code. */
  readonly participantId: bigint | null;
  readonly usedAt: Date | null;
  /** Null if there is no address, or if the mail was not needed any more. */
  readonly mailState: MailState | null;
}

export interface NewInvitation extends Invitation {
  /** Only the result of the creation contains the code. The database stores its digest. */
  readonly code: string;
}

type Wanted = z.output<typeof CreateInvitationsBody>["invitations"];

interface InvitationRequest {
  readonly poll: Poll;
  readonly wanted: Wanted;
  readonly message: string | null;
  readonly mail: MailRequest;
  readonly now: Date;
}

/**
 * Mails the invitations with an address (docs/reference/participants.md#invitations). 422 for an address
 * that was invited before, and 429 above the quota of the account.
 */
export async function createInvitations(
  tx: PrismaTransaction,
  { poll, wanted, message, mail: { language, requesters }, now }: InvitationRequest,
  settings: MailSettings,
): Promise<NewInvitation[]> {
  const { keys } = settings;
  const { addresses: addressKeys } = settings.storedKeys;
  await claimAddresses(tx, poll, wanted, addressKeys.signing);
  await requireInvitations(tx, { poll, count: wanted.filter(hasAddress).length, now }, settings);
  const invitations = wanted.map(({ email, jury }) => {
    const publicId = newPublicId();
    const code = invitationCode(publicId, keys.invitations.signing);
    return {
      publicId,
      code,
      email: email ?? null,
      jury: jury ?? false,
      participantId: null,
      usedAt: null,
    };
  });
  const rows = await tx.prisma.invitation.createManyAndReturn({
    data: invitations.map(({ code, ...row }) => ({
      ...row,
      pollId: poll.id,
      codeDigest: linkDigest(code),
      message: row.email === null ? null : message,
      createdAt: now,
    })),
    select: { id: true, email: true },
  });
  const mailed = rows.flatMap(({ id, email: address }) =>
    address === null ? [] : [{ address, language, now, invitationId: id }],
  );
  const addresses = mailed.map(({ address }) => address);
  const optOuts = await findOptOutsOf(tx, poll.id, addressKeys.all, addresses);
  const mails = mailed.map((mail, index) => ({ ...mail, withheld: optOuts[index] !== "none" }));
  const cause = mailCauseOf(poll, settings, requesters);
  const states = (await queueMail(tx, "invitation", cause, ...mails)).values();
  return invitations.map((one) => ({
    ...one,
    mailState: one.email === null ? null : (states.next().value ?? null),
  }));
}

const hasAddress = (one: Wanted[number]): one is Wanted[number] & { readonly email: string } =>
  typeof one.email === "string";

/** Each address may be invited to a poll once (docs/reference/participants.md#invitations). */
async function claimAddresses(
  tx: PrismaTransaction,
  { id }: Poll,
  wanted: Wanted,
  key: string,
): Promise<void> {
  const invited = wanted.filter(hasAddress);
  const keys = invited.map(({ email }) => addressKey(key, "invited", email));
  const claimed = await claimInvitedAddresses(tx, id, keys);
  const before = invited.filter((_, index) => claimed[index] !== true);
  if (before.length === 0) return;
  const errors = before.map((one) => [
    `invitations.${wanted.indexOf(one)}.email`,
    ["is invited already"],
  ]);
  throw new Invalid(Object.fromEntries(errors), "already_invited");
}

/** Counts the mailed invitations of an account on this day (docs/reference/mails.md#quotas). */
export async function requireInvitations(
  tx: PrismaTransaction,
  demand: { readonly poll: Poll; readonly count: number; readonly now: Date },
  settings: MailSettings,
): Promise<void> {
  const { count, now } = demand;
  if (count === 0) return;
  const { fits, limit } = await takeInvitations(tx, demand, settings);
  if (fits) return;
  if (count > limit) {
    throw new Invalid({ invitations: [`may have at most ${limit} addresses`] });
  }
  throw new TooManyRequests(secondsUntilNextDay(now), "too_many_invitations");
}

export async function listInvitations(
  queryable: PrismaQueryable,
  poll: Poll,
  page: ListPage,
): Promise<{ readonly invitations: readonly Invitation[]; readonly total: number }> {
  const where = { pollId: poll.id };
  const rows = await queryable.prisma.invitation.findMany({
    where,
    orderBy: { id: "desc" },
    ...windowOf(page),
    include: { mail: { select: { state: true } } },
  });
  return {
    total: await queryable.prisma.invitation.count({ where }),
    invitations: rows.map(({ mail, ...row }) => ({
      ...row,
      mailState: mailStates.find((state) => state === mail?.state) ?? null,
    })),
  };
}

/**
 * A used invitation cannot be withdrawn (422), because the rights of its participant may depend on it.
 * If its mail was withheld, or its participant was deleted, the address may be invited again.
 */
export async function withdrawInvitation(
  tx: PrismaTransaction,
  poll: Poll,
  publicId: string,
  keys: readonly string[],
): Promise<void> {
  const where = { pollId: poll.id, publicId };
  const open = { ...where, participantId: null };
  const freed = await tx.prisma.invitation.findFirst({
    where: {
      ...open,
      OR: [{ usedAt: { not: null } }, { mail: { state: "withheld" satisfies MailState } }],
    },
    select: { email: true },
  });
  for (const key of typeof freed?.email === "string" ? keys : [])
    await freeInvitedAddress(tx, poll.id, addressKey(key, "invited", freed?.email ?? ""));
  const { count } = await tx.prisma.invitation.deleteMany({ where: open });
  if (count > 0) return;
  if ((await tx.prisma.invitation.count({ where })) === 0) throw new NotFound("Invitation");
  throw new Invalid({ base: ["The invitation is used"] }, "invitation_used");
}
