import type { PrismaQueryable } from "@polls/db/sql";
import { listedAs } from "@polls/domain/opt-ins";
import { findWebhookIds } from "./erase-account";
import { findPerson } from "./find-person";
import { inBatches } from "./in-batches";

/** On all shards (docs/operators.md#data-of-one-person). Undefined if there is none. */
export async function exportPerson(shards: readonly PrismaQueryable[], email: string) {
  const all = await Promise.all(shards.map((shard) => exportFrom(shard, email)));
  const found = all.flatMap((data) => data ?? []);
  const [first] = found;
  if (first === undefined) return undefined;
  const { address, account, lists, suppressed } = first;
  const polls = found.flatMap((data) => data.account?.polls ?? []);
  const names = Object.keys(lists) as (keyof typeof lists)[];
  return {
    address,
    account: account && { ...account, polls },
    ...Object.fromEntries(
      names.map((name) => [name, found.flatMap(({ lists: own }): readonly object[] => own[name])]),
    ),
    suppressed,
  };
}

const draft = { title: true, body: true, expiresAt: true } as const;

async function exportWebhooks(queryable: PrismaQueryable, accountId: bigint) {
  const { organizationMember, webhook } = queryable.prisma;
  const joined = await organizationMember.findMany({ where: { accountId } });
  const organizationIds = joined.map(({ organizationId }) => organizationId);
  return webhook.findMany({
    where: { id: { in: await findWebhookIds(queryable, accountId, organizationIds) } },
    select: { publicId: true, url: true, events: true, createdAt: true },
    orderBy: { id: "asc" },
  });
}

/** What a shard has; the account is the same on each. */
async function exportFrom(queryable: PrismaQueryable, email: string) {
  const { prisma } = queryable;
  const found = await findPerson(queryable, email);
  const { account: known, participantIds, optionIds, invitationIds, mailIds, pollIds } = found;
  const account = known && {
    ...(await prisma.account.findUniqueOrThrow({
      where: { id: known.id },
      select: {
        publicId: true,
        email: true,
        name: true,
        createdAt: true,
        connected: {
          select: {
            providerAccountId: true,
            country: true,
            state: true,
            endedAt: true,
            createdAt: true,
          },
        },
        tokens: { select: { kind: true, lastFour: true, createdAt: true } },
        namedTokens: {
          select: {
            name: true,
            kind: true,
            scope: true,
            lastFour: true,
            lastUsedAt: true,
            expiresAt: true,
            createdAt: true,
          },
        },
        sessions: { select: { browser: true, provider: true, createdAt: true, expiresAt: true } },
        signIns: { select: { returnPath: true, createdAt: true, draft: { select: draft } } },
        passkeys: { select: { name: true, host: true, lastUsedAt: true, createdAt: true } },
        memberships: { select: { role: true, organization: { select: { name: true } } } },
        polls: { select: { memberHash: true, title: true, creatorName: true, creatorEmail: true } },
      },
    })),
    webhooks: await exportWebhooks(queryable, known.id),
  };
  const poll = { select: { memberHash: true, title: true } } as const;
  const options = await inBatches(optionIds, (ids) =>
    prisma.option.findMany({
      where: { id: { in: ids } },
      select: {
        publicId: true,
        type: true,
        content: true,
        subtitle: true,
        description: true,
        authorName: true,
        infoLink: true,
        infoLinkTitle: true,
        youtubeId: true,
        vimeoId: true,
        tags: true,
        data: true,
        settings: true,
        additionalAttributes: true,
        stateChangeMessage: true,
        createdAt: true,
        poll,
        attachments: {
          select: {
            storageKey: true,
            fileName: true,
            contentType: true,
            byteSize: true,
            metadata: true,
            createdAt: true,
          },
        },
      },
      orderBy: { id: "asc" },
    }),
  );
  const vote = {
    publicId: true,
    value: true,
    text: true,
    voteDate: true,
    createdAt: true,
  } as const;
  const option = { option: { select: { content: true } } } as const;
  const participants = await inBatches(participantIds, (ids) =>
    prisma.participant.findMany({
      where: { id: { in: ids } },
      select: {
        publicId: true,
        userName: true,
        additionalAttributes: true,
        optinEmail: true,
        confirmedAt: true,
        termsAccepted: true,
        privacyPolicyAccepted: true,
        createdAt: true,
        poll,
        votes: { select: { ...vote, ...option }, orderBy: { id: "asc" } },
        heldVotes: { select: { ...vote, ...option }, orderBy: { id: "asc" } },
        mergedVotes: { select: { publicId: true, removed: true } },
        comments: {
          select: { publicId: true, content: true, createdAt: true, ...option },
          orderBy: { id: "asc" },
        },
      },
      orderBy: { id: "asc" },
    }),
  );
  const payments = await inBatches(participantIds, (ids) =>
    prisma.payment.findMany({
      where: { participantId: { in: ids } },
      select: {
        publicId: true,
        kind: true,
        pollTitle: true,
        subject: true,
        quantity: true,
        currency: true,
        state: true,
        received: true,
        refunded: true,
        createdAt: true,
      },
      orderBy: { id: "asc" },
    }),
  );
  const invitations = await inBatches(invitationIds, (ids) =>
    prisma.invitation.findMany({
      where: { id: { in: ids } },
      select: { email: true, createdAt: true, usedAt: true, poll: { select: { title: true } } },
      orderBy: { id: "asc" },
    }),
  );
  const mails = await inBatches(mailIds, (ids) =>
    prisma.mail.findMany({
      where: { id: { in: ids } },
      select: { kind: true, address: true, state: true, problem: true, createdAt: true },
      orderBy: { id: "asc" },
    }),
  );
  const drafts = await inBatches(mailIds, (ids) =>
    prisma.signInDraft.findMany({
      where: { signIn: { mail: { id: { in: ids } } } },
      select: draft,
    }),
  );
  const creatorOf = await inBatches(pollIds, (ids) =>
    prisma.poll.findMany({
      where: { id: { in: ids } },
      select: { memberHash: true, title: true, creatorName: true, creatorEmail: true },
    }),
  );
  const optIns = await inBatches(found.optInIds, (ids) =>
    prisma.optIn.findMany({
      where: { id: { in: ids } },
      select: {
        address: true,
        createdAt: true,
        confirmedAt: true,
        deniedAt: true,
        participant: { select: { poll } },
      },
      orderBy: { id: "asc" },
    }),
  );
  const creatorLinks = await inBatches(found.creatorLinkIds, (ids) =>
    prisma.creatorLink.findMany({
      where: { id: { in: ids } },
      select: { address: true, createdAt: true, confirmedAt: true, poll },
      orderBy: { id: "asc" },
    }),
  );
  const signUpInvitations = await prisma.signUpInvitation.findMany({
    where: { address: found.address },
  });
  const suppressed = await prisma.suppressedAddress.findFirst({
    where: { address: { in: [...listedAs(found.address)] } },
  });
  const lists = {
    ...{ participants, options, payments, invitations, mails, drafts, creatorOf },
    ...{ optIns, creatorLinks, signUpInvitations },
  };
  const isEmpty = Object.values(lists).every((rows) => rows.length === 0);
  if (account === undefined && suppressed === null && isEmpty) return undefined;
  return { address: found.address, account: account ?? null, lists, suppressed };
}
