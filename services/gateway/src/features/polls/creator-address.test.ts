// Covers docs/reference/polls.md: creator
// Covers docs/reliability.md: mail-abuse

import { linkToken } from "@polls/db/tokens";
import { fakeClock, sampleCases } from "@polls/testing";
import { checkPages, describeWithBrowser, looks } from "../../../testing/check-pages";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const DAY_MS = 86_400_000;
const start = "2030-06-15T12:00:00Z";
const clock = fakeClock(start);
const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway, { email: "owner@example.org" });
const { db } = gateway;
beforeEach(() => clock.set(start));

let names = 0;
const newAddress = () => {
  names += 1;
  return `Maker${names}@example.net`;
};
const token = () => owner.privateToken;
const createPoll = async (creator_email: string) => {
  const { body } = await gateway.request("POST /api/v1/polls", {
    token: token(),
    headers: { "Accept-Language": "de" },
    body: {
      poll: { title: "Ideas", creator_email, allow_new_options: true, notify_new_options: true },
    },
  });
  return body;
};
const show = async (hash: string, as = token()) =>
  (await gateway.request(`GET /api/v1/polls/${hash}`, { token: as })).body;
const change = (hash: string, poll: object) =>
  gateway.request(`PATCH /api/v1/polls/${hash}`, { token: token(), body: { poll } });
const mailsTo = (address: string) =>
  db.prisma.mail.findMany({ where: { address }, orderBy: { id: "asc" } });
/** The path of the newest link that was mailed to an address. */
const linkTo = async (address: string): Promise<string> => {
  const nonce = (await mailsTo(address)).at(-1)?.nonce;
  if (nonce == null) throw new Error("there is no mail");
  const key = gateway.deps.config.keys.mailLinks.signing;
  return `/creator/${linkToken(key, { purpose: "creator", nonce, address: address.toLowerCase() })}`;
};
/** The recipient of the digest of a new option. */
const digestOf = async (hash: string): Promise<string | undefined> => {
  await gateway.request(`POST /api/v1/polls/${hash}/options`, {
    token: owner.publicToken,
    identifier: "u1",
    body: { option: { content: "Pizza" } },
  });
  const mail = await db.prisma.mail.findFirst({
    where: { kind: "new_options", poll: { memberHash: hash } },
    orderBy: { id: "desc" },
  });
  await db.prisma.mail.updateMany({ where: { kind: "new_options" }, data: { until: new Date() } });
  return mail?.address;
};

test("another person's address gets digests once the button of its mail is pressed, and admins see the state", async () => {
  const address = newAddress();
  const { member_hash: hash, creator_email_state } = await createPoll(address);
  expect(creator_email_state).toBe("queued");
  expect(await mailsTo(address)).toMatchObject([{ kind: "creator", language: "de" }]);
  expect(await digestOf(hash)).toBe("owner@example.org");

  const link = await linkTo(address);
  for (const method of ["GET", "HEAD"]) {
    expect((await gateway.request(`${method} ${link}`)).status).toBe(200);
  }
  expect((await show(hash)).creator_email_state).toBe("queued");
  const presses = await Promise.all([1, 2, 3].map(() => gateway.request(`POST ${link}`)));
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await show(hash)).creator_email_state).toBe("confirmed");
  expect(await show(hash, (await signUp(db)).privateToken)).not.toHaveProperty(
    "creator_email_state",
  );
  expect(await digestOf(hash)).toBe(address);
});

test("the address of the account needs no confirmation", async () => {
  const poll = await createPoll("Owner@EXAMPLE.org");
  expect(poll.creator_email_state).toBe("confirmed");
  expect(
    await db.prisma.mail.count({ where: { kind: "creator", address: "Owner@EXAMPLE.org" } }),
  ).toBe(0);
});

test("a new address needs its own confirmation, and invalidates the links to the previous one", async () => {
  const [first, second] = [newAddress(), newAddress()];
  const { member_hash: hash } = await createPoll(first);
  const old = await linkTo(first);
  await gateway.request(`POST ${old}`);
  const changed = await change(hash, { creator_email: second });
  expect(changed.body.creator_email_state).toBe("queued");
  expect((await gateway.request(`POST ${old}`)).status).toBe(410);
  expect((await show(hash)).creator_email_state).toBe("queued");
  await gateway.request(`POST ${await linkTo(second)}`);
  expect((await change(hash, { title: "Other" })).body.creator_email_state).toBe("confirmed");
  expect(await mailsTo(second)).toHaveLength(1);
  const without = await change(hash, { creator_email: null });
  expect(without.body).not.toHaveProperty("creator_email_state");
  expect((await change(hash, { creator_email: second })).body.creator_email_state).toBe(
    "confirmed",
  );
});

test("setting the address repeatedly sends at most three mails an hour", async () => {
  const address = newAddress();
  const { member_hash: hash } = await createPoll(address);
  for (let times = 0; times < 4; times += 1) {
    await change(hash, { creator_email: null });
    expect((await change(hash, { creator_email: address })).status).toBe(200);
  }
  expect((await mailsTo(address)).map(({ state }) => state)).toEqual([
    ...Array(3).fill("queued"),
    ...Array(2).fill("withheld"),
  ]);
  expect((await show(hash)).creator_email_state).toBe("withheld");
});

test("the link expires after seven days, and an unknown link is 404", async () => {
  const address = newAddress();
  await createPoll(address);
  const link = await linkTo(address);
  clock.advance(7 * DAY_MS);
  expect((await gateway.request(`POST ${link}`)).status).toBe(410);
  for (const wrong of [`${link.slice(0, -1)}_`, "/creator/x"]) {
    expect((await gateway.request(`POST ${wrong}`)).status).toBe(404);
  }
});

describeWithBrowser("with axe-core in a browser (skipped where there is no Chromium)", () => {
  test.each(sampleCases(looks, 2, 0))(
    "no page has an accessibility violation: %s",
    async (_look, flags) => {
      const pages: string[] = [];
      for (const language of ["en", "de"]) {
        const headers = { "Accept-Language": language };
        const [address, other] = [newAddress(), newAddress()];
        await createPoll(address);
        const link = await linkTo(address);
        const { member_hash: hash } = await createPoll(other);
        const dead = await linkTo(other);
        await change(hash, { creator_email: null });
        for (const line of [`GET ${link}`, `POST ${link}`, `GET ${dead}`, `GET ${link}x`])
          pages.push((await gateway.request(line, { headers })).text);
      }
      const reports = await checkPages(pages, flags);
      expect(reports.map(({ violations }) => violations)).toEqual(Array(8).fill([]));
    },
  );
});
