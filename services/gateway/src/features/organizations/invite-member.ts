import { findAccountOfEmail } from "@polls/db/accounts";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { isLinkToken, linkDigest, newLink } from "@polls/db/tokens";
import { mayChangeMember, type OrganizationRole } from "@polls/domain/access";
import { mailKinds } from "@polls/domain/mails";
import { foldAddress } from "@polls/domain/opt-ins";
import { TooManyRequests } from "@polls/domain/refusals";
import { keptDays } from "@polls/domain/retention";
import { queueMail } from "@polls/jobs/outbox";
import type { Deps, TransactionDeps } from "../../deps";
import type { MailRequest } from "../../http/limits/mail-request";
import {
  emailAddress,
  mayCreateAccount,
  requireUnblocked,
  signUpAddress,
} from "../accounts/create-account";
import { noteRight, requireAllowed } from "./change-members";
import {
  enterToChange,
  findMember,
  findMembership,
  lockOwners,
  type OrganizationVisit,
  putMember,
} from "./organizations";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const VALID_MS = keptDays.member_invitations * DAY_MS;
const PER_DAY = 100;

interface Invited {
  readonly email: string;
  readonly role: OrganizationRole;
  readonly mail: MailRequest;
  readonly now: Date;
}

/**
 * Mails an invitation to an address, with or without an account: none is looked up, so that nothing
 * tells which addresses have one (docs/reference/organizations.md#invitations).
 */
export async function inviteMember(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
  { email, role, mail: { language, requesters }, now }: Invited,
  { config, storedKeys: { addresses }, rateLimiter }: TransactionDeps,
): Promise<void> {
  const { organizationId, role: asker, owners } = await enterToChange(tx, visit);
  requireAllowed({ asker, self: false, from: undefined, to: role, owners });
  const ofDay = rateLimiter.take(`membership:${organizationId}`, PER_DAY, DAY_MS);
  if (!ofDay.allowed) throw new TooManyRequests(ofDay.resetSeconds);
  const { perHour } = mailKinds.membership.limit;
  const ofAddress = `membership:${organizationId}:${foldAddress(email)}`;
  if (!rateLimiter.take(ofAddress, perHour, HOUR_MS).allowed) return;
  const { nonce, digest } = newLink(config.keys.mailLinks.signing, "membership", email);
  const { id: memberInvitationId } = await tx.prisma.memberInvitation.create({
    data: {
      organizationId,
      inviterId: visit.accountId,
      role,
      tokenDigest: digest,
      expiresAt: new Date(now.getTime() + VALID_MS),
      createdAt: now,
    },
  });
  await queueMail(
    tx,
    "membership",
    { accountId: visit.accountId, key: addresses.signing, quotas: config.mailQuotas, requesters },
    { address: email, language, now, nonce, memberInvitationId },
  );
}

/** Finds the invitation of a link that is not used or expired, and whose inviter may still give the role. */
export async function findOpenInvitation(queryable: PrismaQueryable, token: string, now: Date) {
  if (!isLinkToken(token)) return undefined;
  const row = await queryable.prisma.memberInvitation.findUnique({
    where: { tokenDigest: linkDigest(token), usedAt: null, expiresAt: { gt: now } },
    include: {
      mail: { select: { address: true } },
      organization: { select: { name: true, publicId: true } },
      inviter: { select: { name: true } },
    },
  });
  const email = emailAddress.safeParse(row?.mail?.address);
  if (row === null || !email.success) return undefined;
  const { id, organizationId, inviterId } = row;
  const role = row.role as OrganizationRole;
  const inviter = await findMembership(queryable, inviterId, { id: organizationId });
  if (inviter === undefined) return undefined;
  const change = { asker: inviter.role, self: false, from: undefined, to: role, owners: 1 };
  if (!mayChangeMember(change).allowed) return undefined;
  const { name: organization, publicId: organizationPublicId } = row.organization;
  const names = { organization, organizationPublicId, inviter: row.inviter.name };
  return { id, organizationId, inviterId, role, email: email.data, ...names };
}

/** What became of an accepted invitation. `closed`: the address has no account and may not get one. */
type Accepted = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>> & {
  readonly kind: "joined" | "closed";
};

/** A member keeps its role. Undefined if the link cannot be used. */
export async function acceptInvitation(
  tx: PrismaTransaction,
  token: string,
  { config, serviceState }: Pick<Deps, "config" | "serviceState">,
  now: Date,
): Promise<Accepted | undefined> {
  const found = await findOpenInvitation(tx, token, now);
  if (found === undefined) return undefined;
  await lockOwners(tx, found.organizationId);
  // Read again under the lock, because the inviter may have been removed in the meantime.
  const open = await findOpenInvitation(tx, token, now);
  if (open === undefined) return undefined;
  const { email, organizationId, role } = open;
  const known = await findAccountOfEmail(tx, email);
  if (known !== undefined) requireUnblocked(known.id, { serviceState });
  if (known === undefined && !(await mayCreateAccount(tx, email, config)))
    return { ...open, kind: "closed" };
  const used = await tx.prisma.memberInvitation.updateMany({
    where: { id: open.id, usedAt: null },
    data: { usedAt: now },
  });
  if (used.count === 0) return undefined;
  const accountId = known?.id ?? (await signUpAddress(tx, email, now)).id;
  const { publicId } = await tx.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  if ((await findMember(tx, organizationId, publicId)) === null) {
    await putMember(tx, organizationId, accountId, role);
    const visit = { accountId: open.inviterId, organizationId: open.organizationPublicId };
    await noteRight(tx, visit, { accountId: publicId, from: undefined, to: role });
  }
  return { ...open, kind: "joined" };
}
