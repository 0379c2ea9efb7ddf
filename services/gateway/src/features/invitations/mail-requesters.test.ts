// Covers docs/reference/mails.md: who-may-spend-the-mails-of-an-address
// Covers docs/reliability.md: mail-abuse

import type { Poll } from "@polls/domain/polls";
import { buildPoll, fakeClock } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import type { NewAccount } from "../accounts/create-account";

const OF_DAY = 4;
const HALF = OF_DAY / 2;
const start = "2030-06-15T01:00:00Z";

const clock = fakeClock(start);
const gateway = shareGateway({
  clock: clock.now,
  env: {
    TRUSTED_PROXIES: "127.0.0.0/8, ::1",
    MAIL_QUOTA_ADDRESS: String(OF_DAY),
    MAIL_QUOTA_SIGN_INS: String(OF_DAY),
  },
});
beforeEach(() => clock.set(start));

let names = 0;
const newName = () => {
  names += 1;
  return `n${names}`;
};
const newAddress = () => `${newName()}@example.net`;
const from = (client: string) => ({ "X-Forwarded-For": client });
const pollOf = ({ id }: NewAccount, settings: Record<string, unknown> = {}) =>
  buildPoll(gateway.db, { ownerAccountId: id, settings });
const sentTo = (address: string) =>
  gateway.db.prisma.mail.count({ where: { address, state: "queued" } });

/** A client that causes mails. It has its own account and its own network address. */
interface Requester {
  readonly account: NewAccount;
  readonly client: string;
}
const requesterAt = async (client: string): Promise<Requester> => ({
  account: await signUp(gateway.db),
  client,
});

async function takePart({ account, client }: Requester, address: string, of?: Poll) {
  const poll = of ?? (await pollOf(account, { double_opt_in: true }));
  const { status } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/voters`, {
    token: account.publicToken,
    identifier: newName(),
    headers: from(client),
    body: { voter: { user_name: "Ada", optin_email: address } },
  });
  expect(status).toBe(201);
}
async function invite({ account, client }: Requester, address: string) {
  const { memberHash } = await pollOf(account);
  const { status } = await gateway.request(`POST /api/v1/polls/${memberHash}/invitations`, {
    token: account.privateToken,
    headers: from(client),
    body: { invitations: [{ email: address }] },
  });
  expect(status).toBe(201);
}
async function nameCreator({ account, client }: Requester, address: string) {
  const { status } = await gateway.request("POST /api/v1/polls", {
    token: account.privateToken,
    headers: from(client),
    body: { poll: { title: "Ideas", creator_email: address } },
  });
  expect(status).toBe(201);
}
async function signIn({ client }: Pick<Requester, "client">, address: string) {
  const { status } = await gateway.as({ headers: from(client) }, "POST /api/v1/account/sign_in", {
    email: address,
  });
  expect(status).toBe(202);
}

const causes = {
  "opt-ins": takePart,
  invitations: invite,
  "creators' addresses": nameCreator,
  "sign-ins": signIn,
};
/** The mail that the owner of the address wants. It has the same quota as the unwanted mails. */
const wantedBy = (cause: keyof typeof causes) => (cause === "sign-ins" ? signIn : takePart);

describe.each(Object.keys(causes) as (keyof typeof causes)[])(
  "%s to the address of another person",
  (cause) => {
    const ask = causes[cause];
    const want = wantedBy(cause);

    test("by one requester use up half of the mails of the day, and the owner still gets a wanted mail", async () => {
      const address = newAddress();
      const attacker = await requesterAt("203.0.113.5");
      for (let times = 0; times < 2 * OF_DAY; times += 1) await ask(attacker, address);
      expect(await sentTo(address)).toBe(HALF);
      await want(await requesterAt("198.51.100.7"), address);
      expect(await sentTo(address)).toBe(HALF + 1);
    });

    test("by many networks are limited by the mails of the day, and an IPv6 /64 is one network", async () => {
      const address = newAddress();
      const attacker = await requesterAt("2001:db8:1:1::1");
      for (let times = 1; times <= OF_DAY; times += 1)
        await ask(await requesterAt(`2001:db8:1:1::${times}`), address);
      expect(await sentTo(address)).toBe(HALF);
      for (let times = 1; times <= OF_DAY; times += 1)
        await ask(await requesterAt(`2001:db8:2:${times}::1`), address);
      expect(await sentTo(address)).toBe(OF_DAY);
      await want(attacker, address);
      await want(await requesterAt("198.51.100.7"), address);
      expect(await sentTo(address)).toBe(OF_DAY);
    });
  },
);

test.each(["invitations", "creators' addresses"] as const)(
  "%s of one account count for one requester, from any number of networks",
  async (cause) => {
    const address = newAddress();
    const { account } = await requesterAt("203.0.113.5");
    for (let times = 1; times <= OF_DAY; times += 1)
      await causes[cause]({ account, client: `203.0.113.${times}` }, address);
    expect(await sentTo(address)).toBe(HALF);
  },
);

test("digests do not use up the mails that are reserved for new requesters", async () => {
  const address = newAddress();
  const account = await signUp(gateway.db, { email: address });
  const poll = await pollOf(account, { allow_new_options: true, notify_new_options: true });
  for (let times = 0; times < OF_DAY; times += 1) {
    await gateway.request(`POST /api/v1/polls/${poll.memberHash}/options`, {
      token: account.publicToken,
      identifier: "member",
      body: { option: { content: newName() } },
    });
    const where = { pollId: poll.id, until: null };
    await gateway.db.prisma.mail.updateMany({ where, data: { until: new Date(start) } });
  }
  const today = { address, createdAt: { lt: new Date("2030-06-16T00:00:00Z") } };
  expect(await gateway.db.prisma.mail.count({ where: today })).toBe(HALF);
  await takePart(await requesterAt("198.51.100.7"), address);
  expect(await gateway.db.prisma.mail.count({ where: { ...today, state: "queued" } })).toBe(
    HALF + 1,
  );
});
