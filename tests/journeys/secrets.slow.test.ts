// Covers docs/reliability.md: secrets-in-logs

import { freePort, type MailMessage, startFakeProvider, startMailSink } from "@polls/devstack";
import { atFileEnd, type Journey, startJourney, waitFor } from "@polls/testing";
import { Redis } from "ioredis";
import {
  type Receiver,
  startReceiver,
  status,
} from "../../services/webhook-worker/testing/start-receiver";
import { openPollClient, type PollClient } from "./poll-client";

const STRIPE_SECRET = "whsec_of_a_journey_with_secrets";
const names = ["gateway", "mail-worker", "payment-worker", "webhook-worker"] as const;

/** Services at the most verbose log level, and all secrets that a client receives. */
let journey: Journey<(typeof names)[number]>;
let client: PollClient;
let receiver: Receiver;
let messages: () => readonly MailMessage[];
const secrets = new Map<string, string>();
const lines = new Set<string>();

const collectLines = () => {
  for (const name of names) for (const line of journey.services[name].log()) lines.add(line);
};

/** Records a secret, and returns it. */
function noted(what: string, secret: string | undefined): string {
  if (secret === undefined || secret.length < 8) throw new Error(`${what} is missing`);
  secrets.set(what, secret);
  return secret;
}

const linkIn = (address: string) =>
  waitFor(() => messages().find(({ to }) => to === address)?.links[0], {
    what: `a mail to ${address}`,
    deadlineMs: 20_000,
  });

const lastPart = (url: string) => url.split(/[/=]/).at(-1);

beforeAll(async () => {
  const sink = await startMailSink();
  atFileEnd("mail sink", () => sink.stop());
  messages = () => sink.messages();
  let stripeUrl: string | undefined;
  const fakeServer = await startFakeProvider({
    port: await freePort(),
    webhooks: { address: () => stripeUrl, secret: STRIPE_SECRET },
  });
  atFileEnd("the fake payment provider", () => fakeServer.stop());
  receiver = await startReceiver();
  journey = await startJourney({
    services: names,
    env: {
      LOG_LEVEL: "trace",
      SMTP_URL: sink.smtpUrl,
      MAIL_FROM: "polls@example.org",
      STRIPE_SECRET_KEY: noted("the payment key", "sk_test_journeyWithSecrets"),
      STRIPE_API_URL: fakeServer.url,
      STRIPE_WEBHOOK_SECRET: noted("the payment webhook secret", STRIPE_SECRET),
      WEBHOOK_ALLOW_INSECURE: "1",
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.1",
    },
  });
  stripeUrl = `${journey.baseUrl}/webhooks/stripe`;
  client = await openPollClient(journey);
  await travel();
});

/** Opens a page like a client, a mail scanner and a mistyped address. */
async function visit(url: string): Promise<void> {
  for (const method of ["GET", "HEAD", "OPTIONS", "PUT"]) await fetch(url, { method });
  await fetch(`${url}/further`);
  await fetch(`${url}?from=mail`, { headers: { Referer: url } });
  const { hostname, port, pathname } = new URL(url);
  await fetch(`http://${hostname}:${port}${pathname.replace(/^\//, "//")}`).catch(() => undefined);
  collectLines();
}

async function travel(): Promise<void> {
  const { owner } = client;
  const pollPassword = noted("the poll password", "open-sesame-1");
  const poll = await owner.polls.create(
    { body: { poll: { title: "Lunch", password: pollPassword } } },
    { idempotencyKey: noted("an idempotency key", "key-of-the-first-request") },
  );
  const poll_id = noted("the admin hash", poll.admin_hash);
  await visit(poll.admin_url ?? `${journey.baseUrl}/p/${poll_id}/admin`);
  await fetch(`${journey.baseUrl}/api/v1/polls/${poll_id}/nothing`);
  await owner.polls.update({ poll_hash: poll_id, body: { poll: { double_opt_in: true } } });

  const hook = `${receiver.url}/${noted("the path of a webhook", "hook-path-with-a-secret")}`;
  receiver.answer(status(500));
  const webhook = await owner.webhooks.create(
    { body: { webhook: { url: hook, poll_id: poll.member_hash } } },
    { idempotencyKey: "key-of-the-webhook" },
  );
  noted("the secret of a webhook", webhook.secret.slice("whsec_".length));
  const option = await owner.options.create({
    poll_id,
    body: { option: { content: "A" } },
  });
  const rolled = await owner.webhooks.secret.roll(
    { id: webhook.id },
    { idempotencyKey: "key-of-the-roll" },
  );
  noted("the rolled secret of a webhook", rolled.secret.slice("whsec_".length));
  await waitFor(() => receiver.received.length > 0, { what: "a delivery" });

  const ada = client.visitor(noted("an identifier", "identifier-of-ada"));
  const optin_email = noted("an address", "ada@example.org");
  const joined = await ada.with({ pollPassword }).participants.create({
    poll_id,
    body: { voter: { user_name: "Ada", optin_email } },
  });
  const outside = ada.with({ pollPassword: noted("a wrong password", "wrong-sesame-2") });
  const body = { voter_id: joined.id, option_id: option.id, vote: { vote: 1 } };
  await expect(outside.votes.cast({ poll_id, body })).rejects.toMatchObject({
    code: "poll_password_wrong",
  });
  const optIn = await linkIn("ada@example.org");
  noted("the token of an opt-in", lastPart(optIn));
  await visit(optIn);
  await fetch(optIn, { method: "POST" });

  const [invitation] = await owner.invitations.create(
    {
      poll_id,
      body: { invitations: [{ email: noted("an invited address", "ben@example.org") }] },
    },
    { idempotencyKey: "key-of-the-invitation" },
  );
  noted("the code of an invitation", invitation?.code);
  await visit(await linkIn("ben@example.org"));

  for (const [what, email] of [
    ["the token of a sign-in", "owner@example.org"],
    ["the token of a sign-up", "new@example.org"],
  ] as const) {
    await owner.with({ token: undefined }).account.signIn({ body: { email } });
    const link = await linkIn(noted(`the address of ${what}`, email));
    noted(what, lastPart(link));
    await visit(link);
  }
  const sold = await client.makePoll("Polls::Voting");
  await owner.polls.update({
    poll_hash: sold,
    body: {
      poll: { vote_type: "Votes::UpVote", voting_fee: 100, voting_fee_type: "voting_sell_votes" },
    },
  });
  const ware = await owner.options.create({
    poll_id: sold,
    body: { option: { content: "Tea" } },
  });
  const buyer = client.visitor("buyer-with-money");
  const { id: voter_id } = await buyer.participants.create({
    poll_id: sold,
    body: { voter: { user_name: "Bea" } },
  });
  const bought = await buyer.votes.cast({
    poll_id: sold,
    body: { voter_id, option_id: ware.id, vote: { vote: 3 } },
  });
  if (!("url" in bought)) throw new Error("nothing is to be paid");
  noted("the token of a payment", lastPart(bought.url));
  await visit(bought.url);
  const checkout = await waitFor(
    async () => /href="([^"]+\/checkout\/[^"]+)"/.exec(await (await fetch(bought.url)).text())?.[1],
    { what: "a checkout", deadlineMs: 20_000, everyMs: 50 },
  );
  noted("the checkout of a payment", lastPart(checkout));
  await fetch(checkout, {
    method: "POST",
    body: new URLSearchParams({ action: "pay", amount: "650" }),
    redirect: "manual",
  });
  await waitFor(async () => (await (await fetch(bought.url)).text()).includes("Paid"), {
    what: "the payment",
    deadlineMs: 20_000,
  });
  const signIn = secrets.get("the token of a sign-in");
  const shown = await fetch(`${journey.baseUrl}/sign-in/${signIn}/private`, {
    method: "POST",
    headers: { Origin: journey.baseUrl },
  });
  noted("a token of an account", /psk_\w+/.exec(await shown.text())?.[0]);
  collectLines();
}

const found = (text: string) =>
  [...secrets].filter(([, secret]) => text.includes(secret)).map(([what]) => what);

test("no log line contains one of them", () => {
  collectLines();
  expect(lines.size).toBeGreaterThan(50);
  expect([...lines].filter((line) => found(line).length > 0)).toEqual([]);
  const paths = [...lines].filter((line) => /"(url|path)":/.test(line));
  expect(paths).toEqual([]);
});

test("no stored response and no job contains one of them", async () => {
  const { rows } = await client.db.pool.query(
    `SELECT row_to_json(i)::text AS row FROM idempotency_keys i
     UNION ALL SELECT row_to_json(o)::text FROM outbox o
     UNION ALL SELECT row_to_json(f)::text FROM finished_jobs f
     UNION ALL SELECT row_to_json(w)::text FROM webhook_events w`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { row } of rows) expect(found(row)).toEqual([]);
  const webhooks = await client.db.pool.query("SELECT row_to_json(w)::text AS row FROM webhooks w");
  // The address of a webhook is stored, because it is shown and called.
  for (const { row } of webhooks.rows) expect(found(row)).toEqual(["the path of a webhook"]);
});

test("no key and no value in Redis contains one of them, or the address of a client", async () => {
  if (journey.redis === undefined) return;
  const redis = new Redis(journey.redis.url);
  try {
    const keys = await redis.keys("*");
    expect(keys.filter((key) => key.startsWith("{polls}:rate:")).length).toBeGreaterThan(0);
    for (const key of keys) {
      expect([key, found(key)]).toEqual([key, []]);
      expect(key).not.toContain("127.0.0.1");
      expect(found((await redis.dumpBuffer(key))?.toString("latin1") ?? "")).toEqual([]);
    }
  } finally {
    redis.disconnect();
  }
});
