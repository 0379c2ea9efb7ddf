// Covers docs/reference/access.md: hidden-is-absent, private-tokens-only
// Covers docs/reference/errors.md: codes-of-accounts
// Covers docs/reference/organizations.md: endpoints, leaving, members, roles
// Covers docs/reliability.md: webhooks-as-a-weapon

import type { OrganizationRole } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { buildOrganization, buildPoll, buildWebhook } from "@polls/testing";
import { answered } from "../../../testing/answered";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { finishAdminHashes } from "../../maintenance/finish-admin-hashes";
import { runBatch } from "../../maintenance/start-maintenance";
import type { NewAccount } from "../accounts/create-account";
import { MemberResponse, OrganizationResponse } from "./organizations.schema";

const gateway = shareGateway();

const noOrganization = [404, { error: "Organization not found", code: "organization_not_found" }];

/** Builds an organization with one account in each role. */
async function buildClub() {
  const owner = await signUp(gateway.db, { name: "Olga" });
  const admin = await signUp(gateway.db, { name: "Adam" });
  const member = await signUp(gateway.db, { name: "Mia" });
  const organization = await buildOrganization(gateway.db, {
    members: [
      [owner.id, "owner"],
      [admin.id, "admin"],
      [member.id, "member"],
    ],
  });
  const outsider = await signUp(gateway.db, { name: "Otto" });
  const path = `/api/v1/organizations/${organization.publicId}/members`;
  return { organization, path, owner, admin, member, outsider };
}

type Club = Awaited<ReturnType<typeof buildClub>>;
type Who = "owner" | "admin" | "member" | "outsider";

async function rolesIn({ organization }: Club): Promise<Record<string, string>> {
  const rows = await gateway.db.prisma.organizationMember.findMany({
    where: { organizationId: organization.id },
    include: { account: true },
  });
  return Object.fromEntries(rows.map(({ account, role }) => [account.name, role]));
}

describe("GET, POST /organizations", () => {
  test("an account that creates an organization owns it, and lists it first", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const create = (name: string) =>
      gateway.request("POST /api/v1/organizations", { token, body: { organization: { name } } });
    const first = await create(" Chess club ");
    expect(first.status).toBe(201);
    expect(OrganizationResponse.safeParse(first.body).error).toBeUndefined();
    expect(first.body).toMatchObject({ name: "Chess club", role: "owner" });
    const second = await create("Choir");
    const list = await gateway.request("GET /api/v1/organizations", { token });
    expect(list.status).toBe(200);
    expect(list.body).toEqual([second.body, first.body]);
    expect(list.headers.get("X-Total-Count")).toBe("2");
    const inContext = await gateway.request("GET /api/v1/polls", {
      token,
      organization: first.body.id,
    });
    expect(inContext.status).toBe(200);
  });

  test("the list has only organizations of the account, page by page, with its role", async () => {
    const club = await buildClub();
    const other = await buildClub();
    await gateway.db.prisma.organizationMember.create({
      data: { organizationId: other.organization.id, accountId: club.member.id, role: "admin" },
    });
    const list = (page: number) =>
      gateway.request("GET /api/v1/organizations", {
        token: club.member.privateToken,
        query: { page, per_page: 1 },
      });
    const [first, second] = [await list(1), await list(2)];
    expect(first.body.concat(second.body)).toMatchObject([
      { id: other.organization.publicId, role: "admin" },
      { id: club.organization.publicId, role: "member" },
    ]);
    expect(first.headers.get("X-Total-Pages")).toBe("2");
  });

  test.each<[unknown, object]>([
    [{ organization: {} }, { name: ["is required"] }],
    [{ organization: { name: " " } }, { name: ["is required"] }],
    [{ organization: { name: "C\0" } }, { name: ["has invalid characters"] }],
    [{ organization: { name: "C", role: "owner" } }, { role: ["is not a known field"] }],
    [undefined, { base: [expect.any(String)] }],
  ])("a body of %j is 422", async (body, errors) => {
    const { privateToken: token } = await signUp(gateway.db);
    const answer = await gateway.request("POST /api/v1/organizations", { token, body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: "Unprocessable", code: "invalid" });
    expect(answer.body.errors).toEqual(errors);
  });

  test("an account owns at most 20 organizations, regardless of how it became an owner", async () => {
    const [ann, bob] = [await signUp(gateway.db), await signUp(gateway.db)];
    const create = (token: string) =>
      gateway.as({ token }, "POST /api/v1/organizations", { organization: { name: "Choir" } });
    const { id } = (await create(ann.privateToken)).body;
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => answered(() => create(bob.privateToken))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([422, "organization_limit_reached"]),
    );
    const members = `/api/v1/organizations/${id}/members`;
    const add = (role: string) =>
      gateway.as(ann, `POST ${members}`, { member: { account_id: bob.publicId, role } });
    expect((await add("owner")).body.code).toBe("organization_limit_reached");
    expect((await add("admin")).status).toBe(201);
    const change = (path: string, token: string, role: string) =>
      gateway.request(`PATCH ${path}`, { token, body: { member: { role } } });
    const promoted = await change(`${members}/${bob.publicId}`, ann.privateToken, "owner");
    expect([promoted.status, promoted.body.code]).toEqual([422, "organization_limit_reached"]);
    const own = answers.find(({ status }) => status === 201)?.body.id;
    const stays = `/api/v1/organizations/${own}/members/${bob.publicId}`;
    expect((await change(stays, bob.privateToken, "owner")).status).toBe(200);
  });
});

describe("GET /organizations/{id}/members", () => {
  test.each(["owner", "admin", "member"] as const)("its %s may read the members", async (who) => {
    const club = await buildClub();
    const { status, body, headers } = await gateway.request(`GET ${club.path}`, {
      token: club[who].privateToken,
    });
    expect(status).toBe(200);
    expect(headers.get("X-Total-Count")).toBe("3");
    for (const entry of body) expect(MemberResponse.safeParse(entry).error).toBeUndefined();
    expect(body.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ["Olga", "owner"],
      ["Adam", "admin"],
      ["Mia", "member"],
    ]);
    const sentBack = await gateway.request(`PATCH ${club.path}/${club.member.publicId}`, {
      token: club.owner.privateToken,
      body: { member: body[2] },
    });
    expect([sentBack.status, sentBack.body]).toEqual([200, body[2]]);
  });
});

describe("changing the members of an organization", () => {
  const add = (club: Club, who: Who, account: NewAccount, role?: OrganizationRole) =>
    gateway.as({ token: club[who].privateToken }, `POST ${club.path}`, {
      member: { account_id: account.publicId, ...(role && { role }) },
    });
  const change = (club: Club, who: Who, whom: Who, role: OrganizationRole) =>
    gateway.as({ token: club[who].privateToken }, `PATCH ${club.path}/${club[whom].publicId}`, {
      member: { role },
    });
  const drop = (club: Club, who: Who, whom: Who) =>
    gateway.request(`DELETE ${club.path}/${club[whom].publicId}`, {
      token: club[who].privateToken,
    });

  test("an admin adds a member, who then has access", async () => {
    const club = await buildClub();
    const { status, body } = await add(club, "admin", club.outsider);
    expect(status).toBe(201);
    expect(MemberResponse.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      account_id: club.outsider.publicId,
      name: "Otto",
      role: "member",
    });
    const polls = await gateway.request("GET /api/v1/polls", {
      token: club.outsider.privateToken,
      organization: club.organization.publicId,
    });
    expect(polls.status).toBe(200);
  });

  test.each<[string, Who, OrganizationRole, string]>([
    ["a member may not add members", "member", "member", "admins_only"],
    ["an admin may not make an account an owner", "admin", "owner", "owners_only"],
  ])("%s: 422", async (_case, who, role, code) => {
    const club = await buildClub();
    const { status, body } = await add(club, who, club.outsider, role);
    expect(status).toBe(422);
    expect(body).toEqual({
      error: "Unprocessable",
      errors: { base: [expect.any(String)] },
      code,
    });
    expect(await rolesIn(club)).not.toHaveProperty("Otto");
  });

  test("an account that does not exist or is already a member is 422", async () => {
    const club = await buildClub();
    const again = await add(club, "owner", club.member, "admin");
    expect([again.status, again.body.code]).toEqual([422, "already_member"]);
    expect(await rolesIn(club)).toMatchObject({ Mia: "member" });
    const none = await gateway.as(club.owner, `POST ${club.path}`, {
      member: { account_id: "nobody" },
    });
    expect([none.status, none.body.errors]).toEqual([
      422,
      { account_id: ["is not the id of an account"] },
    ]);
  });

  test("an owner changes a role, and removes a member", async () => {
    const club = await buildClub();
    const { status, body } = await change(club, "owner", "member", "admin");
    expect([status, body.role]).toEqual([200, "admin"]);
    const dropped = await drop(club, "owner", "admin");
    expect([dropped.status, dropped.text]).toEqual([204, ""]);
    expect(await rolesIn(club)).toEqual({ Olga: "owner", Mia: "admin" });
  });

  test("a removed member loses access at once", async () => {
    const club = await buildClub();
    await drop(club, "admin", "member");
    const { status } = await gateway.request("GET /api/v1/polls", {
      token: club.member.privateToken,
      organization: club.organization.publicId,
    });
    expect(status).toBe(401);
  });

  describe("the admin links of", () => {
    /**
     * Builds an organization with a poll of each of its accounts. Returns also the polls whose
     * admin hash became invalid.
     */
    async function buildPolls() {
      const club = await buildClub();
      const { organization, owner, admin, member, outsider } = club;
      const polls: Record<string, Poll> = {};
      for (const [name, account] of Object.entries({ owner, admin, member })) {
        polls[name] = await buildPoll(gateway.db, {
          ownerOrganizationId: organization.id,
          createdByAccountId: account.id,
        });
        polls[`${name}'s own`] = await account.buildPoll();
      }
      const ended = async () => {
        const names: string[] = [];
        for (const [name, { adminHash }] of Object.entries(polls)) {
          const line = `GET /api/v1/polls/${adminHash}`;
          const { status, body } = await gateway.request(line, { token: outsider.publicToken });
          if (status === 404) names.push(name);
          else expect(body.admin_url).toContain(adminHash);
        }
        return names;
      };
      return { club, polls, ended };
    }

    test.each<[string, Who, OrganizationRole | undefined, readonly string[]]>([
      ["a removed owner", "owner", undefined, ["owner", "admin", "member"]],
      ["a removed admin", "admin", undefined, ["owner", "admin", "member"]],
      ["an admin who becomes a member", "admin", "member", ["owner", "admin", "member"]],
      ["a removed member, for the polls that the member created,", "member", undefined, ["member"]],
      ["an admin who becomes an owner (none)", "admin", "owner", []],
      ["a member who stays a member (none)", "member", "member", []],
    ])("%s become invalid for every caller", async (_what, who, role, expected) => {
      const { club, polls, ended } = await buildPolls();
      if (who === "owner") await change(club, "owner", "admin", "owner");
      const asker = who === "owner" ? "admin" : "owner";
      const answer =
        role === undefined ? await drop(club, asker, who) : await change(club, asker, who, role);
      expect(answer.status).toBe(role === undefined ? 204 : 200);
      expect(await ended()).toEqual(expected);
      const { body } = await gateway.request(`GET /api/v1/polls/${polls.member?.memberHash}`, {
        token: club[asker].privateToken,
        organization: club.organization.publicId,
      });
      expect(body.admin_url).toContain(body.admin_hash);
      expect(body.admin_hash === polls.member?.adminHash).toBe(expected.length === 0);
    });

    test("a member who leaves become invalid too, and webhooks get the event", async () => {
      const { club, ended } = await buildPolls();
      await buildWebhook(gateway.db, { ownerOrganizationId: club.organization.id });
      expect((await drop(club, "member", "member")).status).toBe(204);
      expect(await ended()).toEqual(["member"]);
      const events = await gateway.db.prisma.webhookEvent.findMany({
        where: { deliveries: { some: { webhook: { ownerOrganizationId: club.organization.id } } } },
      });
      expect(events.map(({ type }) => type)).toEqual(["poll.updated"]);
    });

    test("an organization with many polls become invalid soon, and those of later polls stay valid", async () => {
      const club = await buildClub();
      const of = { ownerOrganizationId: club.organization.id, createdByAccountId: club.owner.id };
      const before: Poll[] = [];
      for (let n = 0; n < 60; n++) before.push(await buildPoll(gateway.db, of));
      const other = await buildPoll(gateway.db);
      await drop(club, "owner", "admin");
      const later = await buildPoll(gateway.db, of);
      const kept = async () => {
        const adminHash = { in: [...before, other, later].map((poll) => poll.adminHash) };
        return gateway.db.prisma.poll.count({ where: { adminHash } });
      };
      expect(await kept()).toBe(12);
      const { db, deps } = gateway;
      while ((await runBatch(finishAdminHashes, { db, clock: deps.clock })) > 0);
      expect(await kept()).toBe(2);
      expect(await db.prisma.adminHashRenewal.count()).toBe(0);
    });
  });

  test("every member may leave except the last owner", async () => {
    const club = await buildClub();
    expect((await drop(club, "member", "member")).status).toBe(204);
    const last = await drop(club, "owner", "owner");
    expect([last.status, last.body.code]).toEqual([422, "last_owner"]);
    await change(club, "owner", "admin", "owner");
    expect((await drop(club, "owner", "owner")).status).toBe(204);
    expect(await rolesIn(club)).toEqual({ Adam: "owner" });
  });

  test("of two owners who leave concurrently, one stays", async () => {
    const club = await buildClub();
    await change(club, "owner", "admin", "owner");
    const answers = await Promise.all([drop(club, "owner", "owner"), drop(club, "admin", "admin")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  });

  test("an organization without the caller gets the response of an unknown one", async () => {
    const club = await buildClub();
    const { privateToken: token } = club.outsider;
    for (const path of [club.path, "/api/v1/organizations/unknown/members"]) {
      for (const [line, body] of [
        [`GET ${path}`, undefined],
        [`POST ${path}`, { member: { account_id: club.outsider.publicId } }],
        [`PATCH ${path}/${club.member.publicId}`, { member: { role: "admin" } }],
        [`DELETE ${path}/${club.member.publicId}`, undefined],
      ] as const) {
        const { status, body: answer } = await gateway.request(line, { token, body });
        expect([status, answer]).toEqual(noOrganization);
      }
    }
  });

  test("an account that is not a member is 404", async () => {
    const club = await buildClub();
    const { status, body } = await drop(club, "owner", "outsider");
    expect([status, body]).toEqual([404, { error: "Member not found", code: "member_not_found" }]);
    expect((await change(club, "owner", "outsider", "member")).status).toBe(404);
  });

  test("an unknown role is 422", async () => {
    const club = await buildClub();
    const { status, body } = await change(club, "owner", "member", "king" as OrganizationRole);
    expect([status, body.errors]).toEqual([422, { role: ["must be one of owner, admin, member"] }]);
  });
});

test("the audit log has who gave, changed and took which role, and nothing of refused changes", async () => {
  const club = await buildClub();
  const { path, organization, owner, member, outsider } = club;
  const token = owner.privateToken;
  const body = (role: OrganizationRole) => ({ member: { role } });
  const before = await gateway.db.prisma.auditEntry.count();
  const one = `${path}/${outsider.publicId}`;
  const added = { member: { account_id: outsider.publicId, role: "member" } };
  expect((await gateway.request(`POST ${path}`, { token, body: added })).status).toBe(201);
  await gateway.request(`PATCH ${one}`, { token, body: body("admin") });
  await gateway.request(`PATCH ${one}`, { token, body: body("admin") });
  const asMember = { token: member.privateToken };
  expect((await gateway.as(asMember, `PATCH ${one}`, body("owner"))).status).toBe(422);
  await gateway.request(`DELETE ${one}`, { token });
  const entries = await gateway.db.prisma.auditEntry.findMany({
    skip: before,
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ details }) => details)).toEqual([
    { organization: organization.publicId, from: null, role: "member" },
    { organization: organization.publicId, from: "member", role: "admin" },
    { organization: organization.publicId, from: "admin", role: null },
  ]);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      action: "organization.member",
      via: "api",
      byAccountId: owner.id,
      subject: `account ${outsider.publicId}`,
    });
  }
});
