// Covers docs/reference/accounts.md: sign-in-by-a-provider

import { buildOrganization, buildPoll } from "@polls/testing";
import { person, START, shareProvider } from "../../../testing/share-provider";
import { signUp } from "../../../testing/sign-up";
import { startWandering } from "../../../testing/start-provider";

const { provider, gateway, gatewayWith, enter } = shareProvider();

test("members of the group are operators, until they sign in without it", async () => {
  const isOperator = async () =>
    (await gateway.db.prisma.account.findUnique({ where: { email: "ops@example.org" } }))
      ?.isOperator;
  await enter(person("ops", { groups: ["staff"] }));
  expect(await isOperator()).toBe(false);
  await enter(person("ops", { groups: ["staff", "poll-operators"] }));
  expect(await isOperator()).toBe(true);
  await enter(person("ops"));
  expect(await isOperator()).toBe(false);
  const entries = await gateway.db.prisma.auditEntry.findMany({
    where: { action: "account.set" },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action, via, details }) => [action, via, details])).toEqual([
    ["account.set", "provider", { operator: true }],
    ["account.set", "provider", { operator: false }],
  ]);
});

test("a provider without a group for operators makes no operator, and takes no mark away", async () => {
  const other = await gatewayWith({});
  const { id } = await signUp(gateway.db, { email: "root@example.org" });
  await gateway.db.prisma.account.update({ where: { id }, data: { isOperator: true } });
  await enter(person("root", { groups: [] }), other);
  const account = await gateway.db.prisma.account.findUniqueOrThrow({ where: { id } });
  expect(account.isOperator).toBe(true);
});

async function organization() {
  const owner = await signUp(gateway.db);
  const made = await buildOrganization(gateway.db, { members: [[owner.id, "owner"]] });
  return { ...made, owner };
}
const rolesOf = async (name: string) => {
  const rows = await gateway.db.prisma.organizationMember.findMany({
    where: { account: { email: `${name}@example.org` } },
    orderBy: { organizationId: "asc" },
  });
  return rows.map(({ organizationId, role }) => [organizationId, role]);
};
const rightsNoted = async (name: string) => {
  const { publicId } = await gateway.db.prisma.account.findUniqueOrThrow({
    where: { email: `${name}@example.org` },
  });
  const rows = await gateway.db.prisma.auditEntry.findMany({
    where: { action: "organization.member", via: "provider", subject: `account ${publicId}` },
    orderBy: { id: "asc" },
  });
  return rows.map(({ details }) => details);
};

test("a sign-in gives the roles of the groups, changes and takes them away, and notes it", async () => {
  const [club, team] = [await organization(), await organization()];
  const from = await gatewayWith({
    OIDC_GROUP_ROLES: `staff=${club.publicId}:member, board=${club.publicId}:admin, board=${team.publicId}:member, ghosts=none:admin`,
  });
  const roles = async (...groups: readonly string[]) => {
    expect((await enter(person("grouped", { groups }), from)).status).toBe(200);
    return rolesOf("grouped");
  };
  expect(await roles("others", "ghosts")).toEqual([]);
  expect(await roles("staff")).toEqual([[club.id, "member"]]);
  const members = await from.request(`GET /api/v1/organizations/${club.publicId}/members`, {
    token: club.owner.privateToken,
  });
  const shown = members.body.map((member: { role: string; role_provider?: string }) => [
    member.role,
    member.role_provider,
  ]);
  expect(shown).toEqual([
    ["owner", undefined],
    ["member", from.deps.config.signIn.providers[0]?.name],
  ]);
  expect(await roles("board", "staff")).toEqual([
    [club.id, "admin"],
    [team.id, "member"],
  ]);
  expect(await roles("board", "staff")).toHaveLength(2);
  const poll = await buildPoll(gateway.db, { ownerOrganizationId: club.id });
  const hashNow = async () =>
    (await gateway.db.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } })).adminHash;
  expect(await roles("staff")).toEqual([[club.id, "member"]]);
  expect(await hashNow()).not.toBe(poll.adminHash);
  const { status } = await enter(person("grouped"), from);
  expect([status, await rolesOf("grouped")]).toEqual([200, []]);
  const right = (to: object, from_: string | null, role: string | null) => ({
    ...to,
    from: from_,
    role,
  });
  const [inClub, inTeam] = [{ organization: club.publicId }, { organization: team.publicId }];
  expect(await rightsNoted("grouped")).toEqual([
    right(inClub, null, "member"),
    right(inClub, "member", "admin"),
    right(inTeam, null, "member"),
    right(inClub, "admin", "member"),
    right(inTeam, "member", null),
    right(inClub, "member", null),
  ]);
});

test("what members or another provider gave stays, also if a member changes what a group gave", async () => {
  const club = await organization();
  const roles = `staff=${club.publicId}:member, board=${club.publicId}:admin`;
  const from = await gatewayWith({ OIDC_GROUP_ROLES: roles });
  const enterWith = async (name: string, ...groups: readonly string[]) => {
    await enter(person(name, { groups }), from);
    return rolesOf(name);
  };
  const byHand = await signUp(gateway.db, { email: "by-hand@example.org" });
  const byOther = await signUp(gateway.db, { email: "by-other@example.org" });
  const row = { organizationId: club.id, role: "member" };
  await gateway.db.prisma.organizationMember.createMany({
    data: [
      { ...row, accountId: byHand.id },
      { ...row, accountId: byOther.id, provider: "oidc_2" },
    ],
  });
  for (const name of ["by-hand", "by-other"]) {
    expect(await enterWith(name, "board")).toEqual([[club.id, "member"]]);
    expect(await enterWith(name)).toEqual([[club.id, "member"]]);
  }
  await enterWith("raised", "staff");
  const { publicId } = await gateway.db.prisma.account.findUniqueOrThrow({
    where: { email: "raised@example.org" },
  });
  const changed = await gateway.request(
    `PATCH /api/v1/organizations/${club.publicId}/members/${publicId}`,
    { token: club.owner.privateToken, body: { member: { role: "admin" } } },
  );
  expect(changed.status).toBe(200);
  expect(await enterWith("raised", "staff")).toEqual([[club.id, "admin"]]);
  expect(await enterWith("raised")).toEqual([[club.id, "admin"]]);
});

test("without the variable, what groups gave is taken away", async () => {
  const club = await organization();
  const env = { OIDC_GROUP_ROLES: `staff=${club.publicId}:member` };
  await enter(person("left", { groups: ["staff"] }), await gatewayWith(env));
  expect(await rolesOf("left")).toEqual([[club.id, "member"]]);
  await enter(person("left", { groups: ["staff"] }), await gatewayWith({}));
  expect(await rolesOf("left")).toEqual([]);
});

test("an account that a sign-in creates has its roles at once, and two at the same time give one", async () => {
  const club = await organization();
  const from = await gatewayWith({ OIDC_GROUP_ROLES: `staff=${club.publicId}:member` });
  provider.person = person("first-time", { groups: ["staff"] });
  const pages = await Promise.all([1, 2, 3].map(() => startWandering(from).open(START)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await rolesOf("first-time")).toEqual([[club.id, "member"]]);
});
