import type { Db } from "@polls/db/connection";
import { newPublicId, type WebhookKeys } from "@polls/db/tokens";
import { buildAccount, buildDelivery, buildPoll, buildWebhook } from "@polls/testing";
import { newToken, tokenDigest } from "../../src/identity/token";
import { buildPasskey } from "../build-passkey";
import type { AccountFixture } from "./account-rows";
import type { MatrixCallers } from "./callers";

/** Builds the shared organization, with a member that only this caller changes. */
export async function buildAccountFixture(
  db: Db,
  { owner, chief, creator, organization }: MatrixCallers,
  keys: WebhookKeys,
): Promise<AccountFixture> {
  const member = await buildAccount(db);
  const stranger = await buildAccount(db);
  await db.prisma.organizationMember.create({
    data: { accountId: member.id, organizationId: organization.id, role: "member" },
  });
  await buildPoll(db, { ownerAccountId: owner.id, description: "At noon" });
  await buildPoll(db, {
    ownerOrganizationId: organization.id,
    createdByAccountId: creator.id,
    description: "At noon",
  });
  // The event is one that no caller can cause, so it keeps exactly one delivery.
  const webhook = await buildWebhook(db, {
    ownerOrganizationId: organization.id,
    events: ["payment.refunded"],
    keys,
  });
  const delivery = await buildDelivery(db, webhook);
  const token = await db.prisma.namedToken.create({
    data: {
      publicId: newPublicId(),
      accountId: chief.id,
      name: "Report",
      kind: "private",
      scope: "read",
      digest: tokenDigest(newToken("private")),
      lastFour: "abcd",
      createdAt: new Date(),
    },
  });
  await db.prisma.passkey.deleteMany({ where: { accountId: chief.id } });
  const passkey = await buildPasskey(db, chief.id);
  const connected = { accountId: chief.id, token: newPublicId(), state: "onboarding" };
  const now = new Date();
  await db.prisma.connectedAccount.upsert({
    where: { accountId: chief.id },
    create: {
      ...connected,
      providerAccountId: "acct_1",
      createdAt: now,
      updatedAt: now,
    },
    update: { endedAt: null },
  });
  return {
    organization: organization.publicId,
    member: member.publicId,
    stranger: stranger.publicId,
    webhook: webhook.publicId,
    delivery: delivery.publicId,
    token: token.publicId,
    passkey: passkey.publicId,
  };
}
