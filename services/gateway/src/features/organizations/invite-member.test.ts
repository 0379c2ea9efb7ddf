// Covers docs/reference/organizations.md: invitations, members

import type { OrganizationRole } from "@polls/domain/access";
import { buildOrganization, createTestDatabase, fakeClock } from "@polls/testing";
import { mailedLink } from "../../../testing/mailed-link";
import { ownPage } from "../../../testing/own-page";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { startGateway } from "../../../testing/start-gateway";
import { oldRows } from "../../maintenance/delete-old-rows";
import { runBatch } from "../../maintenance/start-maintenance";

const start = new Date("2030-06-15T12:00:00Z");
const DAY_MS = 86_400_000;
const clock = fakeClock(start);
const gateway = shareGateway({ clock: clock.now });
beforeEach(() => clock.set(start));

async function buildClub() {
  const owner = await signUp(gateway.db, { name: "Olga" });
  const admin = await signUp(gateway.db, { name: "Adam" });
  const { id, publicId } = await buildOrganization(gateway.db, {
    name: "Chess <club>",
    members: [
      [owner.id, "owner"],
      [admin.id, "admin"],
    ],
  });
  return { id, owner, admin, path: `/api/v1/organizations/${publicId}/members` };
}
type Club = Awaited<ReturnType<typeof buildClub>>;

const invite = ({ path }: Club, by: { privateToken: string }, email: string, role = "member") =>
  gateway.as(by, `POST ${path}`, { member: { email, role } });
const press = (link: string) => gateway.request(`POST ${link}`, { headers: ownPage });
const read = (link: string) => gateway.request(`GET ${link}`);

/** The addresses and roles of the members whom the club did not have from the start. */
async function joined({ id, owner, admin }: Club): Promise<readonly (readonly string[])[]> {
  const rows = await gateway.db.prisma.organizationMember.findMany({
    where: { organizationId: id, accountId: { notIn: [owner.id, admin.id] } },
    include: { account: true },
  });
  return rows.map(({ account, role }) => [account.email, role]);
}

test("known and unknown addresses get the same response, and are no members before they accept", async () => {
  const club = await buildClub();
  await signUp(gateway.db, { email: "known@example.org" });
  const known = await invite(club, club.owner, "Known@example.org");
  const unknown = await invite(club, club.owner, "unknown@example.org");
  expect(known.status).toBe(202);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect(await joined(club)).toEqual([]);
  const link = await mailedLink(gateway, "unknown@example.org");
  expect((await read(link)).text).toContain("Chess &lt;club&gt;");
  expect(await joined(club)).toEqual([]);
});

test("an account accepts once, is not signed in by it, and the audit log has who invited", async () => {
  const club = await buildClub();
  const guest = await signUp(gateway.db, { email: "guest@example.org" });
  await invite(club, club.admin, "guest@example.org", "admin");
  const link = await mailedLink(gateway, "guest@example.org");
  const done = await press(link);
  expect([done.status, done.headers.get("set-cookie")]).toEqual([200, null]);
  expect(await joined(club)).toEqual([["guest@example.org", "admin"]]);
  expect([(await press(link)).status, (await read(link)).status]).toEqual([410, 410]);
  expect(await gateway.db.prisma.auditEntry.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
    action: "organization.member",
    byAccountId: club.admin.id,
    subject: `account ${guest.publicId}`,
  });
});

test("an address without an account gets one, and two presses at once make one member", async () => {
  const club = await buildClub();
  await invite(club, club.owner, "new@example.org");
  const link = await mailedLink(gateway, "new@example.org");
  const presses = await Promise.all([press(link), press(link)]);
  expect(presses.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect(await joined(club)).toEqual([["new@example.org", "member"]]);
});

test("a member who accepts keeps the role", async () => {
  const club = await buildClub();
  const guest = await signUp(gateway.db, { email: "twice@example.org" });
  await gateway.db.prisma.organizationMember.create({
    data: { organizationId: club.id, accountId: guest.id, role: "admin" },
  });
  await invite(club, club.owner, "twice@example.org", "member");
  expect((await press(await mailedLink(gateway, "twice@example.org"))).status).toBe(200);
  expect(await joined(club)).toEqual([["twice@example.org", "admin"]]);
});

test("where sign-up is closed, an address without an account stays without, and the link stays good", async () => {
  const closed = await startGateway(await createTestDatabase(), {
    clock: clock.now,
    config: { signUp: { mode: "closed", domains: [] } },
  });
  try {
    const owner = await signUp(closed.db);
    const { publicId, id } = await buildOrganization(closed.db, { members: [[owner.id, "owner"]] });
    await closed.as(owner, `POST /api/v1/organizations/${publicId}/members`, {
      member: { email: "late@example.org" },
    });
    const link = await mailedLink(closed, "late@example.org");
    const early = await closed.request(`POST ${link}`, { headers: ownPage });
    expect([early.status, early.text]).toEqual([
      404,
      expect.stringContaining("This service makes no new accounts"),
    ]);
    await signUp(closed.db, { email: "late@example.org" });
    expect((await closed.request(`POST ${link}`, { headers: ownPage })).status).toBe(200);
    expect(await closed.db.prisma.organizationMember.count({ where: { organizationId: id } })).toBe(
      2,
    );
  } finally {
    await closed.close();
  }
});

const setRole = ({ id, admin }: Club, role: OrganizationRole) =>
  gateway.db.prisma.organizationMember.update({
    where: { organizationId_accountId: { organizationId: id, accountId: admin.id } },
    data: { role },
  });

test.each<[string, (club: Club) => Promise<unknown>]>([
  ["after 7 days", async () => clock.set(new Date(start.getTime() + 7 * DAY_MS))],
  ["when the inviter may no longer invite", (club) => setRole(club, "member")],
  [
    "when the inviter has left",
    ({ id, admin }) =>
      gateway.db.prisma.organizationMember.deleteMany({
        where: { organizationId: id, accountId: admin.id },
      }),
  ],
])("an invitation ends %s", async (_when, change) => {
  const club = await buildClub();
  await invite(club, club.admin, "slow@example.org");
  const link = await mailedLink(gateway, "slow@example.org");
  await change(club);
  expect([(await read(link)).status, (await press(link)).status]).toEqual([410, 410]);
  expect(await joined(club)).toEqual([]);
});

test.each<[string, object, string]>([
  ["neither id nor address", {}, "account_id"],
  ["both", { account_id: "x", email: "a@example.org" }, "account_id"],
  ["no address", { email: "nonsense" }, "email"],
])("%s is 422", async (_case, member, field) => {
  const { path, owner } = await buildClub();
  const answer = await gateway.as(owner, `POST ${path}`, { member });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

test("only owners invite owners, and members invite no one", async () => {
  const club = await buildClub();
  const asOwner = await invite(club, club.admin, "boss@example.org", "owner");
  expect([asOwner.status, asOwner.body.code]).toEqual([422, "owners_only"]);
  await setRole(club, "member");
  const asMember = await invite(club, club.admin, "boss@example.org");
  expect([asMember.status, asMember.body.code]).toEqual([422, "admins_only"]);
});

test("an address gets three mails an hour of an organization, and the response stays the same", async () => {
  const club = await buildClub();
  const statuses = [];
  for (let time = 0; time < 5; time += 1)
    statuses.push((await invite(club, club.owner, "often@example.org")).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202]);
  const mails = await gateway.db.prisma.mail.count({ where: { address: "often@example.org" } });
  expect(mails).toBe(3);
});

test("an organization invites 100 addresses a day", async () => {
  const club = await buildClub();
  const statuses = new Set<number>();
  for (let number = 0; number < 100; number += 1)
    statuses.add((await invite(club, club.owner, `m${number}@example.org`)).status);
  expect([...statuses]).toEqual([202]);
  expect((await invite(club, club.owner, "m100@example.org")).status).toBe(429);
});

test("a member who is removed does not come back by another invitation that is still open", async () => {
  const club = await buildClub();
  const guest = await signUp(gateway.db, { email: "comeback@example.org" });
  await invite(club, club.owner, "comeback@example.org", "admin");
  const first = await mailedLink(gateway, "comeback@example.org");
  await invite(club, club.owner, "Comeback@example.org", "admin");
  const second = await mailedLink(gateway, "comeback@example.org");
  expect((await press(first)).status).toBe(200);
  const token = club.owner.privateToken;
  const removed = await gateway.request(`DELETE ${club.path}/${guest.publicId}`, { token });
  expect(removed.status).toBe(204);
  expect([(await press(second)).status, await joined(club)]).toEqual([410, []]);
  await invite(club, club.owner, "comeback@example.org");
  expect((await press(await mailedLink(gateway, "comeback@example.org"))).status).toBe(200);
});

test("an expired invitation is deleted, with its mail", async () => {
  const club = await buildClub();
  await invite(club, club.owner, "gone@example.org");
  clock.set(new Date(start.getTime() + 8 * DAY_MS));
  await runBatch(oldRows.memberInvitations, gateway.deps);
  expect([
    await gateway.db.prisma.memberInvitation.count({ where: { organizationId: club.id } }),
    await gateway.db.prisma.mail.count({ where: { address: "gone@example.org" } }),
  ]).toEqual([0, 0]);
});

test("a blocked account does not join", async () => {
  const club = await buildClub();
  const guest = await signUp(gateway.db, { email: "blocked@example.org" });
  await invite(club, club.owner, "blocked@example.org");
  const link = await mailedLink(gateway, "blocked@example.org");
  await gateway.db.prisma.account.update({
    where: { id: guest.id },
    data: { blockedAt: start, blockedReason: "Spam" },
  });
  await gateway.deps.serviceState.refresh();
  expect((await press(link)).status).toBe(403);
  expect(await joined(club)).toEqual([]);
});
