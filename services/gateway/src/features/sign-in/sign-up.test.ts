// Covers docs/reference/accounts.md: sign-in, sign-up
// Covers docs/reference/mails.md: links
// Covers docs/reliability.md: mail-abuse

import { linkToken } from "@polls/db/tokens";
import { createTestDatabase, fakeClock } from "@polls/testing";
import { ownPage } from "../../../testing/own-page";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { startGateway, type TestGateway } from "../../../testing/start-gateway";

const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);
const gateway = shareGateway({ clock: clock.now });
const { db } = gateway;
beforeEach(() => clock.set(start));

/** Requests a link, and derives it as the mail worker does. Undefined if the mail has no link. */
async function ask(email: string, asked: TestGateway = gateway): Promise<string | undefined> {
  const answer = await asked.request("POST /api/v1/account/sign_in", { body: { email } });
  expect(answer.status).toBe(202);
  const mail = await asked.db.prisma.mail.findFirstOrThrow({
    where: { address: email },
    orderBy: { id: "desc" },
  });
  if (mail.nonce === null || mail.signInId === null) return undefined;
  expect(mail.kind).toBe("sign_up");
  const link = { purpose: "sign_up", nonce: mail.nonce, address: mail.address } as const;
  return `/sign-up/${linkToken(asked.deps.config.keys.mailLinks.signing, link)}`;
}
const tokensIn = (text: string) =>
  [...text.matchAll(/<code>(p[ps]k_\w+)<\/code>/g)].map(([, token]) => token);
const press = (link: string | undefined) => gateway.request(`POST ${link}`, { headers: ownPage });
const accountsOf = (email: string) => db.prisma.account.count({ where: { email } });

test("the page creates nothing; its button creates an account and shows both tokens, once", async () => {
  const link = await ask("New@example.org");
  for (const method of ["GET", "HEAD", "GET"]) {
    expect((await gateway.request(`${method} ${link}`)).status).toBe(200);
  }
  expect(await accountsOf("new@example.org")).toBe(0);
  const { status, text, headers } = await press(link);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toContain("no-store");
  const [privateToken, publicToken] = tokensIn(text);
  expect([privateToken, publicToken]).toEqual([
    expect.stringMatching(/^psk_/),
    expect.stringMatching(/^ppk_/),
  ]);
  const own = await gateway.request("GET /api/v1/account", { token: privateToken });
  expect([own.status, own.body.email, own.body.name]).toEqual([200, "new@example.org", "new"]);
  for (const method of ["GET", "POST"]) {
    const again = await gateway.request(`${method} ${link}`, { headers: ownPage });
    expect([again.status, tokensIn(again.text)]).toEqual([410, []]);
  }
});

test.each(["jörg@example.org", "user%x@example.org", "info@müller.de"])(
  "%s gets a link, and its account",
  async (address) => {
    expect((await press(await ask(address))).status).toBe(200);
    expect(await accountsOf(address)).toBe(1);
  },
);

test.each(["ann\u0000@example.org", "ann\u0007@example.org", "an\u200bn@example.org"])(
  "%j is no address",
  async (email) => {
    const answer = await gateway.request("POST /api/v1/account/sign_in", { body: { email } });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { email: [expect.stringMatching(/^(?:must be an e-mail address|has invalid characters)$/)] },
    ]);
  },
);

test("two links to one address, submitted ten times concurrently, create one account", async () => {
  const links = [await ask("race@example.org"), await ask("race@example.org")];
  const pages = await Promise.all(Array.from({ length: 10 }, (_, i) => press(links[i % 2])));
  expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(pages.filter(({ status }) => status === 410)).toHaveLength(9);
  expect(
    pages.filter(({ text }) => text.includes("This address already has an account")),
  ).toHaveLength(1);
  expect(await accountsOf("race@example.org")).toBe(1);
});

test("an account that was created in the meantime is not changed", async () => {
  const link = await ask("early@example.org");
  const account = await signUp(db, { email: "early@example.org" });
  const page = await press(link);
  expect([page.status, tokensIn(page.text)]).toEqual([410, []]);
  const { status } = await gateway.request("GET /api/v1/account", { token: account.privateToken });
  expect(status).toBe(200);
});

test("a link is valid for 30 minutes, and only to sign up; a malformed link is not valid", async () => {
  const link = (await ask("slow@example.org")) ?? "";
  expect((await press(`${link.replace("up", "in")}/private`)).status).toBe(410);
  expect((await gateway.request(`GET ${link.slice(0, -1)}`)).status).toBe(410);
  clock.advance(30 * 60_000);
  expect((await press(link)).status).toBe(410);
  expect(await accountsOf("slow@example.org")).toBe(0);
});

test("a link to new tokens cannot create an account", async () => {
  await signUp(db, { email: "known@example.org" });
  await gateway.request("POST /api/v1/account/sign_in", { body: { email: "known@example.org" } });
  const { nonce, address } = await db.prisma.mail.findFirstOrThrow({
    where: { address: "known@example.org" },
  });
  const link = { purpose: "sign_in", nonce: nonce ?? new Uint8Array(), address } as const;
  const token = linkToken(gateway.deps.config.keys.mailLinks.signing, link);
  expect((await press(`/sign-up/${token}`)).status).toBe(410);
});

test("if sign-up is closed, the response is the same and the mail has no link", async () => {
  const closed = await startGateway(await createTestDatabase(), { env: { SIGN_UP: "closed" } });
  try {
    expect(await ask("late@example.org", closed)).toBeUndefined();
    expect(await closed.db.prisma.signIn.count()).toBe(0);
  } finally {
    await closed.close();
  }
});

test("a client may send ten requests a minute, for any accounts", async () => {
  const one = await startGateway(await createTestDatabase());
  try {
    const statuses = [];
    for (let i = 0; i < 11; i++) {
      const body = { email: `somebody${i}@example.org` };
      statuses.push((await one.request("POST /api/v1/account/sign_in", { body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(202), 429]);
    expect(await one.db.prisma.mail.count()).toBe(10);
  } finally {
    await one.close();
  }
});
