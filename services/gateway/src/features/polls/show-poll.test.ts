// Covers docs/reference/access.md: admin-hash, poll-owner, poll-password
// Covers docs/reference/organizations.md: polls
// Covers docs/reference/polls.md: addresses, counts, endpoints, fields, required-fields, settings, status

import { pollTypes } from "@polls/domain/poll-types";
import { buildOrganization, buildPoll } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { PollResponse } from "./polls.schema";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const stranger = shareAccount(gateway);

const forAllCallers = [
  "created_at",
  "description",
  "location",
  "member_hash",
  "option_required_fields",
  "options_count",
  "public_url",
  "settings",
  "status",
  "title",
  "type",
  "updated_at",
  "url",
  "voter_required_fields",
  "voters_count",
];
const forAdmins = [
  "admin_url",
  "configuration_hints",
  "creator_email",
  "creator_email_state",
  "creator_name",
];
const fields = {
  member: forAllCallers,
  admin: [...forAllCallers, ...forAdmins].sort(),
  owner: [...forAllCallers, ...forAdmins, "admin_hash", "waiting_count"].sort(),
};

const described = {
  description: "Lunch on Friday",
  location: "Berlin",
  creatorName: "Ada",
  creatorEmail: "ada@example.org",
};

async function buildDescribedPoll(facts: Parameters<typeof buildPoll>[1]) {
  const poll = await buildPoll(gateway.db, facts);
  await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: described });
  return poll;
}

describe("GET /polls/{poll_hash}: fields by caller", () => {
  test.each<[string, keyof typeof fields, "memberHash" | "adminHash", () => object]>([
    ["the owner", "owner", "memberHash", () => ({ token: owner.privateToken })],
    ["the owner by the admin hash", "owner", "adminHash", () => ({ token: owner.privateToken })],
    ["another account", "member", "memberHash", () => ({ token: stranger.privateToken })],
    ["another by the admin hash", "admin", "adminHash", () => ({ token: stranger.privateToken })],
    ["a public token", "member", "memberHash", () => ({ token: stranger.publicToken })],
    ["the owner's public token", "member", "memberHash", () => ({ token: owner.publicToken })],
    [
      "a public token by the admin hash",
      "admin",
      "adminHash",
      () => ({ token: stranger.publicToken }),
    ],
    [
      "an anonymous user",
      "member",
      "memberHash",
      () => ({ token: owner.publicToken, identifier: "another user" }),
    ],
  ])("%s sees the fields for %s", async (_who, level, hash, credentials) => {
    const poll = await buildDescribedPoll({ ownerAccountId: owner.id });
    const { status, body } = await gateway.request(
      `GET /api/v1/polls/${poll[hash]}`,
      credentials(),
    );
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(fields[level]);
    expect(PollResponse.safeParse(body).error).toBeUndefined();
  });

  test.each<["owner" | "admin" | "member", boolean, boolean, keyof typeof fields]>([
    ["owner", false, true, "owner"],
    ["admin", false, true, "owner"],
    ["member", true, true, "admin"],
    ["member", false, true, "member"],
    ["owner", true, false, "member"],
    ["member", true, false, "member"],
  ])(
    "of an organization's poll its %s (creator: %s, in its context: %s) sees the fields for %s",
    async (role, creator, inContext, level) => {
      const account = await signUp(gateway.db);
      const organization = await buildOrganization(gateway.db, { members: [[account.id, role]] });
      const poll = await buildDescribedPoll({
        ownerOrganizationId: organization.id,
        createdByAccountId: creator ? account.id : owner.id,
      });
      const { status, body } = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, {
        token: account.privateToken,
        ...(inContext && { organization: organization.publicId }),
      });
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(fields[level]);
    },
  );

  test("a personal poll has no owner in an organization's context", async () => {
    const organization = await buildOrganization(gateway.db, { members: [[owner.id, "owner"]] });
    const poll = await buildDescribedPoll({ ownerAccountId: owner.id });
    const { body } = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, {
      token: owner.privateToken,
      organization: organization.publicId,
    });
    expect(Object.keys(body).sort()).toEqual(fields.member);
  });
});

describe("GET /polls/{poll_hash}", () => {
  const show = (hash: string, options: object = { token: owner.publicToken }) =>
    gateway.request(`GET /api/v1/polls/${hash}`, options);

  test("has URLs that contain the hashes of the poll", async () => {
    const poll = await owner.buildPoll();
    const { body } = await show(poll.memberHash, { token: owner.privateToken });
    expect(body).toMatchObject({
      public_url: `${TEST_BASE_URL}/p/${poll.memberHash}`,
      admin_url: `${TEST_BASE_URL}/p/${poll.adminHash}/admin`,
      url: `${TEST_BASE_URL}/api/v1/polls/${poll.memberHash}`,
      member_hash: poll.memberHash,
      admin_hash: poll.adminHash,
    });
  });

  test.each(pollTypes.names)("of a new %s matches its description", async (type) => {
    const poll = await owner.buildPoll({ type });
    const { status, body } = await show(poll.adminHash);
    expect(status).toBe(200);
    expect(PollResponse.safeParse(body).error).toBeUndefined();
    expect(body.settings.vote_type).toBe(
      body.configuration_hints.vote_type.allowed_values[0] ?? undefined,
    );
  });

  // Settings: deadline_voting
  test("has the status closed once deadline_voting has passed", async () => {
    const past = await buildPoll(gateway.db, {
      settings: { deadline_voting: "2020-01-01T00:00:00.000Z" },
    });
    const ahead = await buildPoll(gateway.db, {
      settings: { deadline_voting: "2999-01-01T00:00:00.000Z" },
    });
    expect((await show(past.memberHash)).body.status).toBe("closed");
    expect((await show(ahead.memberHash)).body.status).toBe("active");
  });

  test("has options_count with the top-level options that are approved, not archived and paid", async () => {
    const poll = await owner.buildPoll();
    const option = (data: object) =>
      gateway.db.prisma.option.create({
        data: {
          publicId: Math.random().toString(36),
          pollId: poll.id,
          type: "Options::TextOption",
          position: 1,
          ...data,
        },
      });
    const parent = await option({});
    await option({ paid: true });
    await option({ parentId: parent.id });
    await option({ approvalState: "unreviewed" });
    await option({ approvalState: "disapproved" });
    await option({ archived: true });
    await option({ paid: false });
    expect((await show(poll.memberHash)).body.options_count).toBe(2);
  });

  test("has voters_count as the sum of all slots", async () => {
    const poll = await buildPoll(gateway.db);
    await gateway.db.prisma.pollTally.createMany({
      data: [
        { pollId: poll.id, slot: 1, participants: 4, ballots: 9 },
        { pollId: poll.id, slot: 2, participants: -1 },
      ],
    });
    expect((await show(poll.memberHash)).body.voters_count).toBe(3);
  });

  test("has required fields that end with the ids of required attributes, if there are any", async () => {
    const attribute = { title: "Age", type: "number", allowed_values: [] };
    const poll = await buildPoll(gateway.db, {
      settings: {
        terms_for_voters: true,
        double_opt_in: true,
        additional_attributes: {
          "1": { ...attribute, required: true },
          "2": { ...attribute, required: false },
        },
      },
    });
    expect((await show(poll.memberHash)).body).toMatchObject({
      voter_required_fields: ["user_name", "optin_email", "terms", { additional_attributes: [1] }],
      option_required_fields: ["content"],
    });
  });

  test("needs no password, also with restrict_view_access", async () => {
    const poll = await buildPoll(gateway.db, {
      passwordHash: "scrypt$x$y",
      settings: { restrict_view_access: true, jury_mode: true },
    });
    const { status, body } = await show(poll.memberHash);
    expect(status).toBe(200);
    expect(body.settings.password_protected).toBe(true);
    expect(JSON.stringify(body)).not.toContain("scrypt");
  });

  // Settings: public_admin_link
  test("with public_admin_link off accepts the admin hash only from the owner, and is 404 for others", async () => {
    const poll = await owner.buildPoll({ settings: { public_admin_link: false } });
    const unknown = await show("no-such-poll", { token: stranger.privateToken });
    const closed = await show(poll.adminHash, { token: stranger.privateToken });
    expect(closed.status).toBe(404);
    expect(closed.text).toBe(unknown.text);
    expect((await show(poll.adminHash, { token: owner.publicToken })).status).toBe(404);
    expect((await show(poll.adminHash, { token: owner.privateToken })).status).toBe(200);
    expect((await show(poll.memberHash, { token: stranger.privateToken })).status).toBe(200);
  });
});
