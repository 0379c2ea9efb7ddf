// Covers docs/reference/mails.md: quotas
// Covers docs/reference/opt-in.md: mail-limits
// Covers docs/reference/participants.md: invitations
// Covers docs/reliability.md: mail-abuse

import type { Poll } from "@polls/domain/polls";
import { buildPoll, fakeClock } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import type { NewAccount } from "../accounts/create-account";

const OF_ACCOUNT = 5;
const OF_ADDRESS = 3;
const start = "2030-06-15T18:00:00Z";
const DAY_MS = 86_400_000;

const clock = fakeClock(start);
const gateway = shareGateway({
  clock: clock.now,
  env: {
    MAIL_QUOTA_INVITATIONS: String(OF_ACCOUNT),
    MAIL_QUOTA_ADDRESS: String(OF_ADDRESS),
    MAIL_QUOTA_SIGN_INS: "2",
    MAIL_QUOTA_KEPT_PERCENT: "0",
  },
});
beforeEach(() => clock.set(start));

let names = 0;
const newAddress = () => {
  names += 1;
  return `a${names}@example.net`;
};
const newOwner = () => signUp(gateway.db);
const pollOf = ({ id }: NewAccount, settings: Record<string, unknown> = {}) =>
  buildPoll(gateway.db, { ownerAccountId: id, settings });

const invite = ({ memberHash }: Poll, owner: NewAccount, ...emails: readonly string[]) =>
  gateway.inPoll({ memberHash }, owner, "POST /invitations", {
    invitations: emails.map((email) => ({ email })),
  });
const takePart = async (owner: NewAccount, email: string) => {
  const poll = await pollOf(owner, { double_opt_in: true });
  const created = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/voters`, {
    token: owner.publicToken,
    identifier: "voter",
    body: { voter: { user_name: "Ada", optin_email: email } },
  });
  const shown = await gateway.inPoll(poll, owner, `GET /voters/${created.body.id}`);
  return { created, shown };
};
const signIn = (email: string) =>
  gateway.request("POST /api/v1/account/sign_in", { body: { email } });
const statesTo = async (address: string) => {
  const mails = await gateway.db.prisma.mail.findMany({
    where: { address },
    orderBy: { id: "asc" },
  });
  return mails.map(({ state }) => state);
};
/** Uses up the quota of an address for one day, by other accounts. */
async function fill(address: string): Promise<void> {
  for (let mails = 0; mails < OF_ADDRESS; mails += 1) {
    const owner = await newOwner();
    expect((await invite(await pollOf(owner), owner, address)).status).toBe(201);
  }
}

describe("one invitation per address and poll", () => {
  test("a second one is 422, in any spelling of the address, in one request, and after a withdrawal", async () => {
    const owner = await newOwner();
    const poll = await pollOf(owner);
    const { body } = await invite(poll, owner, "Ada@Example.net");
    const again = await invite(poll, owner, newAddress(), "ada@EXAMPLE.net");
    expect([again.status, again.body.code, again.body.errors]).toEqual([
      422,
      "already_invited",
      { "invitations.1.email": ["is invited already"] },
    ]);
    const twice = newAddress();
    expect((await invite(poll, owner, twice, twice)).body.errors).toEqual({
      "invitations.1.email": ["is invited already"],
    });
    const path = `/api/v1/polls/${poll.memberHash}/invitations/${body[0].id}`;
    await gateway.as(owner, `DELETE ${path}`);
    expect((await invite(poll, owner, "ada@example.net")).status).toBe(422);
    expect((await invite(await pollOf(owner), owner, "ada@example.net")).status).toBe(201);
  });

  test("of ten concurrent requests one succeeds", async () => {
    const owner = await newOwner();
    const poll = await pollOf(owner);
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => invite(poll, owner, address)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect(await statesTo(address)).toEqual(["queued"]);
  });
});

describe("invitations per account and day", () => {
  test("are counted over all polls, also deleted ones: 429 until the next day, and none is created", async () => {
    const owner = await newOwner();
    const [first, second] = [await pollOf(owner), await pollOf(owner)];
    const addresses = Array.from({ length: OF_ACCOUNT - 1 }, newAddress);
    expect((await invite(first, owner, ...addresses)).status).toBe(201);
    await gateway.db.prisma.poll.delete({ where: { id: first.id } });
    const over = await invite(second, owner, newAddress(), newAddress());
    expect([over.status, over.body.code, over.headers.get("Retry-After")]).toEqual([
      429,
      "too_many_invitations",
      String(6 * 3_600),
    ]);
    expect(await gateway.db.prisma.invitation.count({ where: { pollId: second.id } })).toBe(0);
    expect((await invite(second, owner, newAddress())).status).toBe(201);
    expect((await invite(second, owner, newAddress())).status).toBe(429);
    const other = await newOwner();
    expect((await invite(await pollOf(other), other, newAddress())).status).toBe(201);
    clock.advance(6 * 3_600_000);
    expect((await invite(second, owner, newAddress())).status).toBe(201);
  });

  test("without an address are not counted, and more than the quota in one request is 422", async () => {
    const owner = await newOwner();
    const poll = await pollOf(owner);
    const answer = await gateway.inPoll(poll, owner, "POST /invitations", {
      invitations: Array(3 * OF_ACCOUNT).fill({}),
    });
    expect(answer.status).toBe(201);
    const many = Array.from({ length: OF_ACCOUNT + 1 }, newAddress);
    const { status, body } = await invite(poll, owner, ...many);
    expect([status, body.errors]).toEqual([
      422,
      { invitations: [`may have at most ${OF_ACCOUNT} addresses`] },
    ]);
  });

  test("are counted correctly for concurrent requests", async () => {
    const owner = await newOwner();
    const polls = await Promise.all(Array.from({ length: 8 }, () => pollOf(owner)));
    const answers = await Promise.all(polls.map((poll) => invite(poll, owner, newAddress())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(OF_ACCOUNT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8 - OF_ACCOUNT);
  });
});

describe("mails per address and day", () => {
  test("above the quota are withheld, over all polls and accounts, also if concurrent; admins see it", async () => {
    const address = newAddress();
    const owners = await Promise.all(Array.from({ length: 8 }, newOwner));
    const polls = await Promise.all(owners.map((owner) => pollOf(owner)));
    const answers = await Promise.all(
      polls.map((poll, index) => invite(poll, owners[index] as NewAccount, address)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const told = answers.map(({ body }) => body[0].mail_state).sort();
    const states = [...Array(OF_ADDRESS).fill("queued"), ...Array(8 - OF_ADDRESS).fill("withheld")];
    expect(told).toEqual(states);
    expect((await statesTo(address)).sort()).toEqual(states);
    const withheld = answers.findIndex(({ body }) => body[0].mail_state === "withheld");
    const listed = await gateway.request(
      `GET /api/v1/polls/${polls[withheld]?.memberHash}/invitations`,
      { token: owners[withheld]?.privateToken ?? "" },
    );
    expect(listed.body).toMatchObject([{ email: address, mail_state: "withheld" }]);
    const { db } = gateway;
    const jobs = await db.prisma.outbox.findMany({ where: { job: "mail.send-mail" } });
    const mails = await db.prisma.mail.findMany({ where: { address, state: "queued" } });
    const waiting = jobs.map(({ payload }) => (payload as { mailId: string }).mailId);
    for (const { id } of mails) expect(waiting).toContain(String(id));
  });

  test("to all tags of an address count for one mailbox, also within one request", async () => {
    const [name, domain] = newAddress().split("@");
    const tagged = (tag: number) => `${name}+${tag}@${domain}`;
    const statesOf = async (...tags: readonly number[]) => {
      const owner = await newOwner();
      const { body } = await invite(await pollOf(owner), owner, ...tags.map(tagged));
      return body.map(({ mail_state }: { readonly mail_state: string }) => mail_state);
    };
    expect(await statesOf(1)).toEqual(["queued"]);
    expect(await statesOf(2, 3, 4)).toEqual(["queued", "queued", "withheld"]);
    expect(await statesOf(5)).toEqual(["withheld"]);
  });

  test("a withheld invitation can be withdrawn and created again on another day", async () => {
    const address = newAddress();
    await fill(address);
    const owner = await newOwner();
    const poll = await pollOf(owner);
    const { body } = await invite(poll, owner, address);
    expect(body[0].mail_state).toBe("withheld");
    const path = `/api/v1/polls/${poll.memberHash}/invitations/${body[0].id}`;
    await gateway.as(owner, `DELETE ${path}`);
    clock.advance(DAY_MS);
    expect((await invite(poll, owner, address)).body[0].mail_state).toBe("queued");
  });

  test("an opt-in mail above the quota is withheld: the response is 201, and admins see it", async () => {
    const address = newAddress();
    const owner = await newOwner();
    const before = await takePart(owner, address);
    expect(before.shown.body.mail_state).toBe("queued");
    for (let mails = 1; mails < OF_ADDRESS; mails += 1) await takePart(owner, address);
    const { created, shown } = await takePart(owner, address);
    expect([created.status, created.body.mail_state]).toEqual([201, undefined]);
    expect(Object.keys(created.body).sort()).toEqual(Object.keys(before.created.body).sort());
    expect(shown.body.mail_state).toBe("withheld");
  });

  test("sign-ins have a separate quota", async () => {
    const address = newAddress();
    await fill(address);
    for (let mails = 0; mails < 3; mails += 1) expect((await signIn(address)).status).toBe(202);
    expect(await statesTo(address)).toEqual([
      ...Array(OF_ADDRESS).fill("queued"),
      ...["queued", "queued", "withheld"],
    ]);
  });

  test("a digest waits for the next day with quota left", async () => {
    const owner = await signUp(gateway.db, { email: newAddress() });
    const { email } = await gateway.db.prisma.account.findUniqueOrThrow({
      where: { id: owner.id },
    });
    await fill(email);
    clock.advance(DAY_MS);
    await fill(email);
    clock.set(start);
    const poll = await pollOf(owner, { allow_new_options: true, notify_new_options: true });
    const submitted = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/options`, {
      token: owner.publicToken,
      identifier: "u1",
      body: { option: { content: "Pizza" } },
    });
    expect(submitted.status).toBe(201);
    const mail = await gateway.db.prisma.mail.findFirstOrThrow({ where: { pollId: poll.id } });
    expect([mail.state, mail.since, mail.createdAt]).toEqual([
      "queued",
      new Date(start),
      new Date("2030-06-17T00:00:00Z"),
    ]);
    const job = await gateway.db.prisma.outbox.findFirstOrThrow({
      where: { payload: { equals: { mailId: String(mail.id) } } },
    });
    const waits = job.nextCheckAt.getTime() - job.createdAt.getTime();
    expect(Math.round(waits / 3_600_000)).toBe(30);
  });
});

test("counts and invited addresses are stored under keyed digests", async () => {
  const owner = await newOwner();
  await invite(await pollOf(owner), owner, "known@example.net");
  const rows = await gateway.db.pool.query(
    `SELECT encode(subject, 'escape') AS key FROM mail_counts
     UNION ALL SELECT encode(address_key, 'escape') FROM invited_addresses`,
  );
  expect(rows.rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows.rows)).not.toMatch(/known|example/);
});
