// Covers docs/reference/accounts.md: new-polls-of-links
// Covers docs/reference/pages.md: drafts-of-new-polls

import { inTransaction } from "@polls/db/sql";
import { buildOrganization, buildPoll, fakeClock } from "@polls/testing";
import { mailedLink } from "../../../testing/mailed-link";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { unlimited } from "../../../testing/start-pages";
import { oldRows } from "../../maintenance/delete-old-rows";

const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);
const gateway = shareGateway({ clock: clock.now, deps: { rateLimiter: unlimited } });
const { db } = gateway;
beforeEach(() => clock.set(start));

const party = {
  poll: { title: "Summer <b>party</b>" },
  settings: { vote_type: "Votes::UpVote" },
  options: [{ content: "Lake" }, { content: "Garden" }],
};
const partyOf = (email: string) => ({
  ...party,
  poll: { title: `${party.poll.title} of ${email}` },
});

const ask = (email: string, new_poll: object) =>
  gateway.request("POST /api/v1/account/sign_in", { body: { email, new_poll } });
/** Requests a link with a poll, and returns its path. */
async function linkTo(email: string, new_poll: object = { body: partyOf(email) }): Promise<string> {
  expect((await ask(email, new_poll)).status).toBe(202);
  return mailedLink(gateway, email);
}
const press = (path: string, cookie = "") =>
  gateway.request(`POST ${path}`, { headers: { ...ownPage, Cookie: cookie } });
const dataIn = (page: string) =>
  JSON.parse(/id="first-data">(.*?)<\/script>/s.exec(page)?.[1] ?? "{}");
const pollsOf = (email: string) =>
  db.prisma.poll.findMany({
    where: { createdBy: { email } },
    select: { title: true, adminHash: true, ownerOrganizationId: true },
  });
/** The number of polls that wait for the links of an address. */
const draftsOf = (email: string) =>
  db.prisma.signInDraft.count({ where: { title: partyOf(email).poll.title } });

describe.each([
  ["an account", true],
  ["an address without one", false],
])("the link of %s", (_case, has) => {
  const addressOf = async (name: string) => {
    const email = `${name}-${has}@example.org`;
    if (has) await signUp(db, { email });
    return email;
  };

  test("names the poll, creates it once without the browser that asked, and leads to it", async () => {
    const email = await addressOf("party");
    const link = await linkTo(email);
    const { text } = await gateway.request(`GET ${link}`);
    expect(text).toContain("Summer &lt;b&gt;party&lt;/b&gt;");
    expect(await pollsOf(email)).toEqual([]);
    const [one, other] = await Promise.all([press(`${link}/poll`), press(`${link}/poll`)]);
    const led = [one, other].find(({ status }) => status === 303);
    expect([one.status, other.status].sort()).toEqual([303, 410]);
    const [poll, ...more] = await pollsOf(email);
    expect([poll?.title, more]).toEqual([partyOf(email).poll.title, []]);
    const location = led?.headers.get("location");
    expect(location?.replace(/#made-[\w-]+$/, "")).toBe(`/p/${poll?.adminHash}/admin`);
    expect(await db.prisma.option.count({ where: { poll: { createdBy: { email } } } })).toBe(2);
    // "Back" leads on to the poll, with the session that the link has begun.
    const again = await press(`${link}/poll`, led && cookieOf(led));
    expect([again.status, again.headers.get("location")]).toEqual([
      303,
      `/p/${poll?.adminHash}/admin`,
    ]);
    expect(await pollsOf(email)).toHaveLength(1);
    expect(await draftsOf(email)).toBe(0);
  });

  test("signs in without the poll, which is then deleted", async () => {
    const email = await addressOf("without");
    const link = await linkTo(email);
    const led = await press(has ? `${link}/session` : link);
    expect(cookieOf(led)).toContain("session=");
    expect([await pollsOf(email), await draftsOf(email)]).toEqual([[], 0]);
  });

  test("creates one poll with the other links of the same request", async () => {
    const email = await addressOf("links");
    const new_poll = { body: party, idempotency_key: "same" };
    const [first, second] = [await linkTo(email, new_poll), await linkTo(email, new_poll)];
    const led = await press(`${first}/poll`);
    expect(led.headers.get("location")).toMatch(/#made-same$/);
    for (const link of [second, await linkTo(email, new_poll)]) {
      const again = await press(`${link}/poll`);
      expect([again.status, again.headers.get("location")]).toEqual([
        303,
        led.headers.get("location"),
      ]);
      expect(cookieOf(again)).toContain("session=");
    }
    expect(await pollsOf(email)).toHaveLength(1);
  });

  test("creates another poll than a link that was used before", async () => {
    const email = await addressOf("changed");
    const [first, second] = [await linkTo(email), await linkTo(email)];
    for (const link of [first, second]) expect((await press(`${link}/poll`)).status).toBe(303);
    expect(await pollsOf(email)).toHaveLength(2);
  });

  test("signs in also if the poll is refused when it is created", async () => {
    const email = await addressOf("refused");
    await buildPoll(db, { memberHash: `taken-${has}` });
    const body = { poll: { title: "Taken", member_hash: `taken-${has}` } };
    const asked = { email, new_poll: { body }, return_to: "/polls/new#choice" };
    await gateway.request("POST /api/v1/account/sign_in", { body: asked });
    const refused = await press(`${await mailedLink(gateway, email)}/poll`);
    expect([refused.status, await pollsOf(email)]).toEqual([422, []]);
    expect(refused.text).toContain("<h1>Your poll was not created</h1>");
    expect(dataIn(refused.text)).toMatchObject({
      account: { email },
      refused: {
        title: "Taken",
        path: "/polls/new#choice",
        error: { code: "member_hash_taken", errors: { member_hash: ["is taken"] } },
      },
    });
    expect(cookieOf(refused)).toContain("session=");
  });
});

test.each([
  ["without a title", { body: { poll: {} } }, "new_poll.body.title"],
  ["with an unknown field", { body: { poll: { title: "A", x: 1 } } }, "new_poll.body.x"],
  ["with a bad option", { body: { ...party, options: [{ x: 1 }] } }, "new_poll.body.options.0.x"],
  [
    "with a password",
    { body: { poll: { title: "A", password: "secret" } } },
    "new_poll.body.password",
  ],
  ["with an empty key", { body: party, idempotency_key: "" }, "new_poll.idempotency_key"],
  [
    "with a key that no row has",
    { body: party, idempotency_key: "\0" },
    "new_poll.idempotency_key",
  ],
  [
    "of an organization that no row has",
    { body: party, organization_id: "\0" },
    "new_poll.organization_id",
  ],
])("422 before a mail: a poll %s", async (_case, new_poll, field) => {
  const { status, body } = await ask("form@example.org", new_poll);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  expect(await db.prisma.mail.count({ where: { address: "form@example.org" } })).toBe(0);
});

test("413: a request above 64 kB", async () => {
  const body = {
    ...party,
    options: Array.from({ length: 70 }, () => ({ content: "x".repeat(1000) })),
  };
  expect((await ask("long@example.org", { body })).status).toBe(413);
});

test("a poll belongs to the organization that the request names, if the account is a member", async () => {
  const { id } = await signUp(db, { email: "member@example.org" });
  const mine = await buildOrganization(db, { members: [[id, "owner"]] });
  const other = await buildOrganization(db, {});
  for (const { publicId } of [mine, other]) {
    const new_poll = { body: party, organization_id: publicId };
    expect((await press(`${await linkTo("member@example.org", new_poll)}/poll`)).status).toBe(303);
  }
  const owners = await pollsOf("member@example.org");
  expect(owners.map(({ ownerOrganizationId }) => ownerOrganizationId)).toEqual([mine.id, null]);
});

test("an address that may not sign up stores no poll", async () => {
  const closed = await gateway.startAnother({
    config: { signUp: { mode: "closed", domains: [] } },
  });
  const email = "closed@example.org";
  const body = { email, new_poll: { body: partyOf(email) } };
  expect((await closed.request("POST /api/v1/account/sign_in", { body })).status).toBe(202);
  expect(await draftsOf(email)).toBe(0);
});

test("a poll is deleted after its link has expired", async () => {
  await linkTo("late@example.org");
  const sweep = () => inTransaction(db, (tx) => oldRows.signInDrafts.batch(tx, clock.now(), 0));
  clock.advance(29 * 60_000);
  await sweep();
  expect(await draftsOf("late@example.org")).toBe(1);
  clock.advance(2 * 60_000);
  await sweep();
  expect(await draftsOf("late@example.org")).toBe(0);
});
