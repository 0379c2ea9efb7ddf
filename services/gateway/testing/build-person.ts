import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import {
  buildComment,
  buildDelivery,
  buildOption,
  buildOrganization,
  buildParticipant,
  buildPoll,
  buildWebhook,
} from "@polls/testing";
import { buildPasskey } from "./build-passkey";
import { signUp } from "./sign-up";

/** A person with a row in every table that may have personal data. */
export async function buildPerson(
  db: Db,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<bigint> {
  const { prisma } = db;
  const account = await signUp(db, { email });
  const ownerKey = `user:${account.id}` as const;
  const { id: organizationId } = await buildOrganization(db, { members: [[account.id, "owner"]] });
  for (const owner of [{ ownerAccountId: account.id }, { ownerOrganizationId: organizationId }]) {
    await buildDelivery(db, await buildWebhook(db, owner));
  }
  const token = { kind: "private", scope: "read", name: "x", lastFour: "1234" };
  const digest = () => Buffer.from(newPublicId());
  const expiresAt = new Date("2031-01-01T00:00:00Z");
  await prisma.namedToken.create({
    data: {
      ...token,
      publicId: newPublicId(),
      accountId: account.id,
      digest: digest(),
      createdAt: now,
    },
  });
  await prisma.accountSession.create({
    data: { accountId: account.id, digest: digest(), expiresAt, createdAt: now },
  });
  await buildPasskey(db, account.id);
  await prisma.signIn.create({
    data: {
      accountId: account.id,
      tokenDigest: digest(),
      expiresAt,
      createdAt: now,
      draft: { create: { title: email, body: {}, requestKey: newPublicId(), expiresAt } },
    },
  });
  await prisma.signUpInvitation.create({ data: { address: email, createdAt: now } });
  await prisma.suppressedAddress.create({ data: { address: email, reason: "x", createdAt: now } });

  const polls = [
    await buildPoll(db, { settings: { double_opt_in: true } }),
    await buildPoll(db, { settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" } }),
  ];
  for (const poll of polls) {
    const option = await buildOption(db, poll, { ownerKey });
    await prisma.attachment.create({
      data: {
        optionId: option.id,
        kind: "file",
        storageKey: newPublicId(),
        contentType: "text/plain",
        byteSize: 1n,
        sha256: newPublicId(),
        createdAt: now,
        derivatives: {
          create: { name: "x", storageKey: newPublicId(), contentType: "x", byteSize: 1n },
        },
      },
    });
    const other = await buildOption(db, poll);
    const participant = await buildParticipant(db, poll, { ownerKey, optinEmail: email });
    await prisma.payment.create({
      data: {
        publicId: newPublicId(),
        token: newPublicId(),
        kind: "votes",
        pollId: poll.id,
        participantId: participant.id,
        optionId: option.id,
        pollTitle: "x",
        subject: "x",
        quantity: 1,
        received: 1,
        currency: "eur",
        createdAt: now,
        updatedAt: now,
      },
    });
    const vote = { pollId: poll.id, participantId: participant.id, type: "Votes::TextVote" };
    for (const table of [prisma.vote, prisma.heldVote] as const) {
      const data = {
        ...vote,
        publicId: newPublicId(),
        optionId: other.id,
        text: "x",
        createdAt: now,
        updatedAt: now,
      };
      await (table as typeof prisma.heldVote).create({ data });
    }
    await buildComment(db, other, participant);
    await prisma.optIn.create({
      data: {
        pollId: poll.id,
        participantId: participant.id,
        address: email,
        tokenDigest: digest(),
        requesterKey: digest(),
        expiresAt,
        createdAt: now,
        mail: { create: { kind: "opt_in", address: email, language: "en" } },
      },
    });
    await prisma.optionMerge.create({
      data: {
        pollId: poll.id,
        optionId: other.id,
        targetId: option.id,
        mergedAt: now,
        gaveLink: false,
        votes: {
          create: {
            publicId: newPublicId(),
            pollId: poll.id,
            participantId: participant.id,
            mergedAt: now,
            held: false,
            removed: { text: "x" },
          },
        },
      },
    });
    await prisma.linkedVisitor.create({
      data: { pollId: poll.id, participantId: participant.id, visitorKey: "anonymous:x" },
    });
    await prisma.mail.create({
      data: {
        kind: "personal_link",
        address: email,
        language: "en",
        participantId: participant.id,
        createdAt: now,
      },
    });
    await prisma.invitation.create({
      data: {
        publicId: newPublicId(),
        pollId: poll.id,
        codeDigest: digest(),
        email,
        createdAt: now,
      },
    });
    await prisma.creatorLink.create({
      data: { pollId: poll.id, address: email, tokenDigest: digest(), expiresAt, createdAt: now },
    });
    await prisma.poll.update({
      where: { id: poll.id },
      data: { creatorEmail: email, creatorName: "x" },
    });
  }
  return account.id;
}
