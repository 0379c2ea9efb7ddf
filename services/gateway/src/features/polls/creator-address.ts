import { findOwnerAddress, takeMailsOfAccount } from "@polls/db/mails";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { newLink } from "@polls/db/tokens";
import { type CreatorState, creatorStates } from "@polls/domain/mails";
import { foldAddress, OPT_IN_VALID_MS, secondsUntilNextMail } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { queueMail } from "@polls/jobs/outbox";
import type { MailRequest } from "../../http/limits/mail-request";
import type { MailSettings } from "../../stored-keys";
import { mailCauseOf } from "../notices/tell-participants";
import { mailQuotaOf } from "../quotas/quotas";

const isSame = (one: string, other: string | undefined): boolean =>
  other !== undefined && foldAddress(one) === foldAddress(other);

export interface CreatorChange {
  readonly poll: Poll;
  /** The previous address. Undefined if there was none. */
  readonly before: string | undefined;
  readonly mail: MailRequest;
  readonly now: Date;
}

/** The address of the poll's account is already confirmed (docs/reference/polls.md#creator). */
export async function requireCreatorConfirmation(
  tx: PrismaTransaction,
  { poll, before, mail, now }: CreatorChange,
  terms: MailSettings,
): Promise<void> {
  const { creatorEmail: email } = poll;
  if (email === undefined || isSame(email, before)) return;
  if ((await creatorStatesOf(tx, [poll])).get(poll.id) === "confirmed") return;
  if (!isSame(email, await findOwnerAddress(tx, poll))) {
    return mailLink(tx, { poll, mail, now }, email, terms);
  }
  const { digest } = newLink(terms.keys.mailLinks.signing, "creator", email);
  await tx.prisma.creatorLink.create({
    data: {
      pollId: poll.id,
      address: foldAddress(email),
      tokenDigest: digest,
      createdAt: now,
      expiresAt: now,
      confirmedAt: now,
    },
  });
}

/** The state of `creator_email`, for polls that have one (docs/reference/polls.md#creator). */
export async function creatorStatesOf(
  queryable: PrismaQueryable,
  polls: readonly Pick<Poll, "id" | "creatorEmail">[],
): Promise<ReadonlyMap<bigint, CreatorState>> {
  const addresses = polls.flatMap(({ id, creatorEmail }) =>
    creatorEmail === undefined ? [] : [{ pollId: id, address: foldAddress(creatorEmail) }],
  );
  if (addresses.length === 0) return new Map();
  const links = await queryable.prisma.creatorLink.findMany({
    where: { OR: addresses },
    orderBy: { id: "asc" },
    select: { pollId: true, confirmedAt: true, mail: { select: { state: true } } },
  });
  const stateOf = (poll: bigint): CreatorState => {
    const own = links.filter(({ pollId }) => pollId === poll);
    if (own.some(({ confirmedAt }) => confirmedAt !== null)) return "confirmed";
    return creatorStates.find((state) => state === own.at(-1)?.mail?.state) ?? "unconfirmed";
  };
  return new Map(addresses.map(({ pollId }) => [pollId, stateOf(pollId)]));
}

/** Counts as an invitation too, so that an account cannot mail any number of addresses. */
async function mailLink(
  tx: PrismaTransaction,
  { poll, mail: { language, requesters }, now }: Omit<CreatorChange, "before">,
  email: string,
  settings: MailSettings,
): Promise<void> {
  const { keys, mailQuotas } = settings;
  const cause = mailCauseOf(poll, settings, requesters);
  const { accountId, key } = cause;
  const address = foldAddress(email);
  const earlier = await tx.prisma.creatorLink.findMany({
    where: { pollId: poll.id, address },
    select: { createdAt: true },
  });
  const wait = secondsUntilNextMail(
    earlier.map(({ createdAt }) => createdAt),
    now,
  );
  // The quota of the address is used up, so no row is stored.
  if (wait === undefined) return;
  const limit = await mailQuotaOf(tx, accountId, mailQuotas.invitationsOfAccount);
  const fits = await takeMailsOfAccount(tx, "invitations", { key, accountId, limit, day: now });
  const { nonce, digest } = newLink(keys.mailLinks.signing, "creator", address);
  const link = await tx.prisma.creatorLink.create({
    data: {
      pollId: poll.id,
      address,
      tokenDigest: digest,
      createdAt: now,
      expiresAt: new Date(now.getTime() + OPT_IN_VALID_MS),
    },
    select: { id: true },
  });
  const mail = { address: email, language, now, creatorLinkId: link.id, nonce };
  await queueMail(tx, "creator", cause, { ...mail, withheld: wait > 0 || !fits });
}
