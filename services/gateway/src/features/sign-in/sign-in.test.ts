// Covers docs/reference/accounts.md: endpoints, sign-in
// Covers docs/reference/mails.md: limits
// Covers docs/reliability.md: mail-abuse

import { linkToken } from "@polls/db/tokens";
import { fakeClock, waitFor } from "@polls/testing";
import { ownPage } from "../../../testing/own-page";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);
const gateway = shareGateway({ clock: clock.now });
const { db } = gateway;
beforeEach(() => clock.set(start));

const ask = (email: string, more: object = {}) =>
  gateway.request("POST /api/v1/account/sign_in", { body: { email, ...more } });

async function newestLink(): Promise<string> {
  const { nonce, address } = await db.prisma.mail.findFirstOrThrow({
    where: { kind: "sign_in", signInId: { not: null } },
    orderBy: { id: "desc" },
  });
  if (nonce === null) throw new Error("the mail has no nonce");
  const link = { purpose: "sign_in", nonce, address } as const;
  return `/sign-in/${linkToken(gateway.deps.config.keys.mailLinks.signing, link)}`;
}
const press = (path: string) => gateway.request(`POST ${path}`, { headers: ownPage });
const tokenIn = (text: string) => /<code>(p[ps]k_\w+)<\/code>/.exec(text)?.[1];

test("the response is the same with and without an account, and needs no token", async () => {
  const { id } = await signUp(db, { email: "known@example.org" });
  const known = await ask("Known@Example.org");
  const unknown = await ask("unknown@example.org");
  expect([known.status, unknown.status]).toEqual([202, 202]);
  expect(known.text).toBe(unknown.text);
  expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort());
  const signIns = await db.prisma.signIn.findMany({
    where: { mail: { address: { in: ["known@example.org", "unknown@example.org"] } } },
    include: { mail: true },
    orderBy: { id: "asc" },
  });
  expect(signIns.map(({ accountId, mail }) => [accountId, mail?.kind, mail?.address])).toEqual([
    [id, "sign_in", "known@example.org"],
    [null, "sign_up", "unknown@example.org"],
  ]);
});

test.each([
  ["no address", { email: "nobody" }, "email"],
  ["another field", { email: "a@example.org", name: "x" }, "name"],
  [
    "a return path to another host",
    { email: "a@example.org", return_to: "//evil.example" },
    "return_to",
  ],
])("422: %s", async (_case, body, field) => {
  const answer = await gateway.request("POST /api/v1/account/sign_in", { body });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

test("an address gets at most three mails an hour, and the response stays the same", async () => {
  await signUp(db, { email: "often@example.org" });
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await ask("often@example.org")).status);
  expect(statuses).toEqual([202, 202, 202, 202]);
  expect(await db.prisma.mail.count({ where: { address: "often@example.org" } })).toBe(3);
});

test("the page changes nothing until its button issues a new token, once, and the old one becomes invalid", async () => {
  const account = await signUp(db, { email: "owner@example.org" });
  await ask("owner@example.org");
  const link = await newestLink();
  const works = async (token: string | undefined) =>
    (await gateway.request("GET /api/v1/account", { token })).status;
  expect((await gateway.request(`GET ${link}`)).status).toBe(200);
  expect((await gateway.request(`GET ${link}/private`)).status).toBe(200);
  expect(await works(account.privateToken)).toBe(200);
  const [one, other] = await Promise.all([press(`${link}/private`), press(`${link}/private`)]);
  const made = [one, other].map(({ text }) => tokenIn(text)).filter(Boolean);
  expect(made).toHaveLength(1);
  expect(await works(made[0])).toBe(200);
  // Every process refuses the old token within a second.
  await waitFor(async () => (await works(account.privateToken)) === 401, {
    what: "the old token to be refused",
  });
  expect((await gateway.request(`GET ${link}`)).status).toBe(410);
});

test("the public token has its own button, which does not change the private one", async () => {
  const account = await signUp(db, { email: "public@example.org" });
  await ask("public@example.org");
  const { text } = await press(`${await newestLink()}/public`);
  expect(tokenIn(text)).toMatch(/^ppk_/);
  expect((await gateway.as(account, "GET /api/v1/account")).status).toBe(200);
});

test("a link is valid for 30 minutes, and a malformed link is not valid", async () => {
  await signUp(db, { email: "slow@example.org" });
  await ask("slow@example.org");
  const link = await newestLink();
  clock.advance(30 * 60_000);
  expect((await press(`${link}/private`)).status).toBe(410);
  clock.set(start);
  expect((await press(`${link}/other`)).status).toBe(410);
  expect((await gateway.request(`GET ${link.slice(0, -1)}`)).status).toBe(410);
});
