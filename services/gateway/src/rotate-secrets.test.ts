// Covers docs/reference/mails.md: opting-out
// Covers docs/reliability.md: leaked-secrets-of-the-deployment

import { setOptOut } from "@polls/db/participants";
import {
  addressKey,
  currentWebhookSecret,
  isSealedWith,
  linkDigest,
  newLink,
  optOutPath,
  storedLinkToken,
} from "@polls/db/tokens";
import { buildPoll, createTestDatabase } from "@polls/testing";
import { signUp } from "../testing/sign-up";
import { startGateway, TEST_BASE_URL, type TestGateway } from "../testing/start-gateway";
import { originalUrl } from "./features/files/file-links";
import { runTasks } from "./maintenance/start-maintenance";

const OLD = "the secret before the rotation, of 2030";
const NEW = "the secret after the rotation, of 2031";

/** One deployment whose secret is replaced several times. */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const opened: TestGateway[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await opened.at(0)?.db.pool.query("DELETE FROM stored_keys");
  for (const gateway of opened.splice(0)) await gateway.close();
});

async function withSecrets(...secrets: readonly string[]): Promise<TestGateway> {
  const [APP_SECRET = "", APP_SECRET_2 = "", APP_SECRET_3 = ""] = secrets;
  const env = { APP_SECRET, APP_SECRET_2, APP_SECRET_3 };
  const gateway = await startGateway(database, { env });
  opened.push(gateway);
  return gateway;
}

const join = (gateway: TestGateway, pollHash: string, token: string, identifier: string) =>
  gateway.request(`POST /api/v1/polls/${pollHash}/voters`, {
    token,
    identifier,
    body: { voter: { user_name: "Ada" } },
  });

test("users and addresses are still found after the old secret is removed", async () => {
  const before = await withSecrets(OLD);
  const account = await signUp(before.db);
  const settings = { participant_limitation_type: "check_ip" };
  const users = await account.buildPoll();
  const addresses = await account.buildPoll({ settings });
  const voter = (await join(before, users.memberHash, account.publicToken, "ada")).body.id;
  await join(before, addresses.memberHash, account.publicToken, "ada");

  for (const secrets of [[NEW, OLD], [NEW]]) {
    const after = await withSecrets(...secrets);
    const line = `PATCH /api/v1/polls/${users.memberHash}/voters/${voter}`;
    const changed = await after.request(line, {
      token: account.publicToken,
      identifier: "ada",
      body: { voter: { user_name: secrets.join() } },
    });
    expect(changed.status).toBe(200);
    const again = await join(after, addresses.memberHash, account.publicToken, "ben");
    expect(again.body.code).toBe("address_already_participating");
  }
});

test("invited and opted-out addresses are still recognized after the old secret is removed", async () => {
  const before = await withSecrets(OLD);
  const { id: ownerAccountId, privateToken: token } = await signUp(before.db);
  const [poll, other] = [
    await buildPoll(before.db, { ownerAccountId }),
    await buildPoll(before.db, { ownerAccountId }),
  ];
  const invite = (gateway: TestGateway, { memberHash }: typeof poll, email: string) =>
    gateway.inPoll({ memberHash }, { token }, "POST /invitations", { invitations: [{ email }] });
  const { addresses } = await before.deps.storedKeys();
  const optOut = {
    pollId: poll.id,
    addressKey: addressKey(addresses.signing, "opted out", "ada@example.org"),
  };
  await before.request(`POST ${optOutPath(before.deps.config.keys.mailLinks.signing, optOut)}`);
  expect((await invite(before, poll, "ada@example.org")).body[0].mail_state).toBe("withheld");

  await withSecrets(NEW, OLD).then(({ deps }) => deps.storedKeys());
  const after = await withSecrets(NEW);
  expect((await invite(after, poll, "ada@example.org")).body.code).toBe("already_invited");
  const again = await invite(after, other, "ada@example.org");
  expect(again.body[0].mail_state).toBe("withheld");
  const [{ id }] = again.body;
  await after.request(`DELETE /api/v1/polls/${other.memberHash}/invitations/${id}`, { token });
  expect((await invite(after, other, "ada@example.org")).status).toBe(201);
});

test("opt-outs of a release without a stored key are found as long as their secret is configured", async () => {
  const before = await withSecrets(OLD);
  const { id: ownerAccountId, privateToken: token } = await signUp(before.db);
  const { memberHash, id: pollId } = await buildPoll(before.db, { ownerAccountId });
  const address = "eve@example.org";
  const old = before.deps.config.keys.initial.addresses.signing;
  await setOptOut(before.db, { pollId, addressKey: addressKey(old, "opted out", address) }, "all");
  const after = await withSecrets(NEW, OLD);
  const invited = await after.inPoll({ memberHash }, { token }, "POST /invitations", {
    invitations: [{ email: address }],
  });
  expect(invited.body[0].mail_state).toBe("withheld");
});

test("the mails of a day are still counted", async () => {
  const before = await withSecrets(OLD);
  const { id: ownerAccountId, privateToken: token } = await signUp(before.db);
  const inviteBy = async (gateway: TestGateway) => {
    const { memberHash } = await buildPoll(gateway.db, { ownerAccountId });
    const body = { invitations: [{ email: "dan@example.org" }] };
    await gateway.request(`POST /api/v1/polls/${memberHash}/invitations`, { token, body });
    const { rows } = await gateway.db.pool.query("SELECT subject FROM mail_counts");
    return rows.length;
  };
  const subjects = await inviteBy(before);
  await withSecrets(NEW, OLD).then(({ deps }) => deps.storedKeys());
  expect(await inviteBy(await withSecrets(NEW))).toBe(subjects);
});

test("a gateway whose secrets cannot decrypt the stored keys is not ready, and recovers once they can", async () => {
  const before = await withSecrets(NEW);
  const { publicToken } = await signUp(before.db);
  await before.deps.storedKeys();
  const foreign = await withSecrets("a secret of another deployment, of 2032");
  await expect(foreign.deps.storedKeys()).rejects.toThrow("no secret of APP_SECRET");
  expect(await foreign.request("GET /readyz")).toMatchObject({
    status: 503,
    body: { ready: false, parts: { secrets: "wrong" } },
  });
  const both = await withSecrets("a secret of another deployment, of 2032", NEW);
  const poll = await buildPoll(both.db, { ownerAccountId: (await signUp(both.db)).id });
  expect((await join(both, poll.memberHash, publicToken, "ada")).status).toBe(201);
  await foreign.deps.storedKeys();
  expect(await foreign.request("GET /readyz")).toMatchObject({ status: 200 });
  const { rows } = await foreign.db.pool.query("SELECT sealed FROM stored_keys");
  const { signing } = foreign.deps.config.keys.stored;
  expect(rows.every(({ sealed }) => isSealedWith(signing, sealed))).toBe(true);
});

test("links to files work while the secret that signed them is configured", async () => {
  const before = await withSecrets(OLD);
  const key = before.deps.config.keys.fileLinks.signing;
  const now = new Date();
  const link = originalUrl(TEST_BASE_URL, { storageKey: "originals/none" }, key, now);
  const statusOf = async (...secrets: string[]) => {
    const gateway = await withSecrets(...secrets);
    return (await gateway.request(`GET ${link}`)).text;
  };
  const absent = await statusOf(OLD);
  expect(await statusOf(NEW, OLD)).toBe(absent);
  const ring = (await withSecrets(NEW, OLD)).deps.config.keys.fileLinks;
  expect(ring.all).toEqual([ring.signing, key]);
});

test("the mail worker derives the link of a mail from before the rotation, and no other", () => {
  const address = "ada@example.org";
  const { nonce, digest } = newLink("old", "opt_in", address);
  const link = { purpose: "opt_in", nonce, address } as const;
  expect(linkDigest(storedLinkToken(["new", "old"], link, digest))).toEqual(digest);
  expect(() => storedLinkToken(["new"], link, digest)).toThrow("no secret of APP_SECRET");
});

test("responses that were stored before the rotation are replayed", async () => {
  const before = await withSecrets(OLD);
  const { privateToken: token } = await signUp(before.db);
  const create = (gateway: TestGateway) =>
    gateway.request("POST /api/v1/polls", {
      token,
      idempotencyKey: "once",
      body: { poll: { title: "Lunch" } },
    });
  const first = await create(before);
  const repeated = await create(await withSecrets(NEW, OLD));
  expect(repeated.headers.get("idempotency-replayed")).toBe("true");
  expect(repeated.body).toEqual(first.body);
  const { rows } = await before.db.pool.query("SELECT sealed, body FROM idempotency_keys");
  expect(rows).toHaveLength(1);
  expect(rows[0].body).toBeNull();
  expect(rows[0].sealed.toString("latin1")).not.toContain(first.body.admin_hash);
});

test("secrets of webhooks stay the same and are encrypted again; erased ones stay without", async () => {
  const before = await withSecrets(OLD);
  const { privateToken: token } = await signUp(before.db);
  const make = async (url: string) =>
    (await before.request("POST /api/v1/webhooks", { token, body: { webhook: { url } } })).body;
  const { id, secret } = await make("https://example.org/kept");
  const erased = await make("https://example.org/erased");
  const { webhook } = before.db.prisma;
  await webhook.update({ where: { publicId: erased.id }, data: { secret: null } });

  const between = await withSecrets(NEW, OLD);
  await runTasks({ ...between.deps, keys: between.deps.config.keys });
  const after = await withSecrets(NEW);
  const row = await webhook.findUniqueOrThrow({ where: { publicId: id } });
  expect(currentWebhookSecret(row, after.deps.config.keys)).toBe(secret);
  expect(await webhook.findUnique({ where: { publicId: erased.id } })).toMatchObject({
    secret: null,
  });
});
