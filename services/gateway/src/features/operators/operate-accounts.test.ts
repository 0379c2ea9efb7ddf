// Covers docs/reference/access.md: blocked-accounts
// Covers docs/reference/accounts.md: quotas

import {
  buildOption,
  buildOrganization,
  buildParticipant,
  buildPoll,
  png,
  waitFor,
} from "@polls/testing";
import { mailedLink } from "../../../testing/mailed-link";
import { operate as operateOn } from "../../../testing/operate";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareAnother, shareGateway } from "../../../testing/share-gateway";
import { type SignedUpAccount, signUp } from "../../../testing/sign-up";
import type { TestGateway } from "../../../testing/start-gateway";

const gateway = shareGateway();
const other = shareAnother(gateway);

const operate = (...words: readonly string[]) => operateOn([gateway, other], ...words);

let count = 0;
async function newAccount(): Promise<SignedUpAccount & { readonly email: string }> {
  count += 1;
  const email = `person${count}@example.org`;
  return { ...(await signUp(gateway.db, { email })), email };
}

const blocked = { error: "The account is blocked", code: "account_blocked" };
const locked = {
  error: "The poll can only be read, because its owner is blocked",
  code: "poll_locked",
};

/** A poll with an option and a participant of the given account. */
async function newPoll(owner: SignedUpAccount, voter: SignedUpAccount) {
  const poll = await owner.buildPoll({ settings: { require_voter_name: false } });
  const option = await buildOption(gateway.db, poll);
  const participant = await buildParticipant(gateway.db, poll, { ownerKey: `user:${voter.id}` });
  const body = {
    voter_id: participant.publicId,
    option_id: option.publicId,
    vote: { vote: 1 },
  };
  return { poll, path: `/api/v1/polls/${poll.memberHash}`, body };
}

test("a blocked account has no valid tokens, in every gateway and at every endpoint", async () => {
  const { email, privateToken, publicToken } = await newAccount();
  const named = await operate(
    ...["account", "create-token", "--email", email, "--name", "Report"],
    ...["--kind", "private", "--scope", "read"],
  );
  const tokens = [privateToken, publicToken, named.json.token];
  const readWith = (at: TestGateway, token: string) =>
    at.request("GET /api/v1/polls/unknown", { token, identifier: "u1" });
  for (const token of tokens) expect((await readWith(other, token)).status).toBe(404);

  const done = await operate("ops", "account", "block", "--email", email, "--reason", "spam");
  expect([done.code, done.json.blocked_reason]).toEqual([0, "spam"]);
  for (const at of [gateway, other]) {
    for (const token of tokens) {
      const { status, body } = await readWith(at, token);
      expect([status, body]).toEqual([403, blocked]);
    }
  }
  const made = await other.as({ token: privateToken }, "POST /api/v1/polls", {
    poll: { title: "x" },
  });
  expect([made.status, made.body]).toEqual([403, blocked]);

  await operate("ops", "account", "unblock", "--email", email);
  for (const token of tokens) expect((await readWith(other, token)).status).toBe(404);
});

test("a gateway learns of a block by itself, well within a second", async () => {
  const { id, privateToken } = await newAccount();
  const read = () => other.request("GET /api/v1/account", { token: privateToken });
  expect((await read()).status).toBe(200);
  await gateway.db.prisma.account.update({ where: { id }, data: { blockedAt: new Date() } });
  await waitFor(async () => (await read()).status === 403, { what: "the block" });
});

test("the first request after a rest knows what operators have set meanwhile", async () => {
  const { id, privateToken } = await newAccount();
  const read = () => other.request("GET /api/v1/account", { token: privateToken });
  expect((await read()).status).toBe(200);
  await gateway.db.prisma.account.update({ where: { id }, data: { blockedAt: new Date() } });
  const { now } = performance;
  const later = jest
    .spyOn(performance, "now")
    .mockImplementation(() => now.call(performance) + 1_000);
  try {
    expect((await Promise.all([read(), read()])).map(({ status }) => status)).toEqual([403, 403]);
  } finally {
    later.mockRestore();
    await other.deps.serviceState.refresh();
  }
});

test("polls of a blocked account can be read, and neither voted in nor changed, also by admins", async () => {
  const owner = await newAccount();
  const voter = await newAccount();
  const { poll, path, body } = await newPoll(owner, voter);
  const asVoter = { token: voter.privateToken };
  const cast = await gateway.request(`POST ${path}/votes`, { ...asVoter, body });
  expect(cast.status).toBe(201);
  const vote = `${path}/votes/${cast.body.id}`;

  await operate("ops", "account", "block", "--email", owner.email);
  for (const read of [path, `${path}/options`, `${path}/votes`, `${path}/results`]) {
    expect((await other.request(`GET ${read}`, asVoter)).status).toBe(200);
  }
  expect((await other.request(`POST ${path}/results/stream_tickets`, asVoter)).status).toBe(201);
  const admin = `/api/v1/polls/${poll.adminHash}`;
  const refused = [
    await other.request(`POST ${path}/votes`, { ...asVoter, body }),
    await other.request(`POST ${path}/votes/batch`, { ...asVoter, body: { votes: [body] } }),
    await other.request(`PATCH ${vote}`, { ...asVoter, body: { vote: { vote: 0 } } }),
    await other.request(`DELETE ${vote}`, asVoter),
    await other.request(`POST ${path}/voters`, { ...asVoter, body: { voter: {} } }),
    await other.request(`POST ${path}/options`, { ...asVoter, body: { option: { content: "x" } } }),
    await other.request(`PATCH ${admin}`, { ...asVoter, body: { poll: { title: "x" } } }),
    await other.request(`DELETE ${admin}`, asVoter),
  ];
  expect(refused.map(({ status, body }) => [status, body])).toEqual(
    refused.map(() => [403, locked]),
  );

  await operate("ops", "account", "unblock", "--email", owner.email);
  expect((await other.request(`DELETE ${vote}`, asVoter)).status).toBe(204);
});

test("polls of an organization stay open when a member is blocked, for the other members", async () => {
  const [owner, member] = [await newAccount(), await newAccount()];
  const organization = await buildOrganization(gateway.db, {
    members: [
      [owner.id, "owner"],
      [member.id, "admin"],
    ],
  });
  await operate("ops", "account", "block", "--email", member.email);
  const list = (token: string) =>
    other.request("GET /api/v1/polls", { token, organization: organization.publicId });
  expect((await list(owner.privateToken)).status).toBe(200);
  expect((await list(member.privateToken)).status).toBe(403);
});

test("a blocked person is told so by pages, and gets no session and no token by a mailed link", async () => {
  const { email } = await newAccount();
  const ask = () => gateway.request("POST /api/v1/account/sign_in", { body: { email } });
  await ask();
  const first = await mailedLink(gateway, email);
  const signedIn = await gateway.request(`POST ${first}/session`, { headers: ownPage });
  const headers = { ...ownPage, Cookie: cookieOf(signedIn) };
  expect((await gateway.request("GET /polls", { headers })).status).toBe(200);
  expect((await gateway.request("POST /session/token", { headers })).status).toBe(200);

  expect((await ask()).status).toBe(202);
  const second = await mailedLink(gateway, email);
  await operate("ops", "account", "block", "--email", email);
  for (const path of ["/", "/polls", "/account"]) {
    const page = await gateway.request(`GET ${path}`, { headers });
    expect([page.status, page.text.includes("Your account is blocked")]).toEqual([403, true]);
  }
  expect((await gateway.request("POST /session/token", { headers })).status).toBe(401);
  for (const button of ["session", "private"]) {
    const page = await gateway.request(`POST ${second}/${button}`, { headers: ownPage });
    expect([page.status, page.text.includes("psk_")]).toEqual([403, false]);
  }
  expect((await gateway.request("POST /session/sign_out", { headers })).status).toBe(204);
  await operate("ops", "account", "unblock", "--email", email);
  const later = await gateway.request(`POST ${second}/session`, { headers: ownPage });
  expect(later.status).toBe(303);
});

test("accounts are found by address and name, with their usage and marks", async () => {
  const { email, id } = await newAccount();
  await buildPoll(gateway.db, { ownerAccountId: id });
  await operate("account", "set", "--email", email, "--operator", "true", "--name", "Grace 50%");
  const found = await operate("ops", "account", "search", "50%");
  expect(found.json).toMatchObject([
    { email, name: "Grace 50%", polls: 1, storage_bytes: 0, operator: true, blocked_at: null },
  ]);
  const operators = await operate("ops", "account", "search", "--operators");
  expect(operators.json.map((one: { email: string }) => one.email)).toContain(email);
  await operate("ops", "account", "block", "--email", email);
  const blockedOnes = await operate("ops", "account", "search", "--blocked", "--text", email);
  expect(blockedOnes.json).toHaveLength(1);
  expect((await operate("ops", "account", "search", "nothing like this")).json).toEqual([]);
});

describe("quotas of an account", () => {
  test("of polls: the next one is refused, also as a copy, until one is deleted", async () => {
    const { email, privateToken: token } = await newAccount();
    const create = () => gateway.as({ token }, "POST /api/v1/polls", { poll: { title: "x" } });
    const first = await create();
    await operate("ops", "account", "quota", "--email", email, "--polls", "1");
    const copy = await gateway.request(`POST /api/v1/polls/${first.body.admin_hash}/duplicate`, {
      token,
    });
    for (const { status, body } of [await create(), copy]) {
      expect([status, body.code]).toEqual([422, "poll_quota_reached"]);
    }
    await gateway.request(`DELETE /api/v1/polls/${first.body.admin_hash}`, { token });
    const together = await Promise.all([create(), create(), create()]);
    expect(together.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    await operate("ops", "account", "quota", "--email", email, "--polls", "default");
    expect((await create()).status).toBe(201);
  });

  test("of files: a larger file is refused", async () => {
    const { email, id, privateToken: token } = await newAccount();
    const poll = await buildPoll(gateway.db, {
      ownerAccountId: id,
      type: "Polls::PhotoGallery",
      settings: { allow_new_options: true },
    });
    await operate("ops", "account", "quota", "--email", email, "--storage", "0");
    const form = () => {
      const parts = new FormData();
      parts.set("option[content]", "A");
      parts.set("option[attachment]", new Blob([png(9, 9)], { type: "image/png" }), "a.png");
      return parts;
    };
    const upload = () =>
      gateway.request(`POST /api/v1/polls/${poll.adminHash}/options`, { token, form: form() });
    const refused = await upload();
    expect([refused.status, refused.body.code]).toEqual([422, "storage_quota_reached"]);
    await operate("ops", "account", "quota", "--email", email, "--storage", "1");
    expect((await upload()).status).toBe(201);
  });

  test("of mails: invitations above it are refused", async () => {
    const { email, id, privateToken: token } = await newAccount();
    const poll = await buildPoll(gateway.db, { ownerAccountId: id });
    await operate("ops", "account", "quota", "--email", email, "--mails", "1");
    const invite = (...addresses: readonly string[]) =>
      gateway.as({ token }, `POST /api/v1/polls/${poll.adminHash}/invitations`, {
        invitations: addresses.map((address) => ({ email: address })),
      });
    expect((await invite("a@example.org", "b@example.org")).body.errors).toEqual({
      invitations: ["may have at most 1 addresses"],
    });
    expect((await invite("a@example.org")).status).toBe(201);
    expect((await invite("b@example.org")).body.code).toBe("too_many_invitations");
  });

  test.each(["-1", "1.5", "many", ""])("%j is no quota", async (quota) => {
    const { email } = await newAccount();
    const { code } = await operate("ops", "account", "quota", "--email", email, "--polls", quota);
    expect(code).toBe(2);
  });
});

describe("the audit log", () => {
  test("has who did what, when and why, for each act, and keeps addresses of accounts by their ids", async () => {
    const [person, admin] = [await newAccount(), await newAccount()];
    const before = Date.now() - 5_000;
    const by = ["--by", admin.email, "--reason", "asked for"];
    const words = [
      ["account", "set", "--email", person.email, "--operator", "true", ...by],
      ["ops", "account", "quota", "--email", person.email, "--polls", "7", ...by],
      ["ops", "account", "block", "--email", person.email, ...by],
      ["ops", "account", "unblock", "--email", person.email, ...by],
      ["account", "rotate-token", "--email", person.email, "--kind", "private", ...by],
      ["account", "sign-out", "--email", person.email, ...by],
    ];
    for (const each of words) expect((await operate(...each)).code).toBe(0);
    const { json, text } = await operate("ops", "audit", "--json", "--limit", "6");
    expect(json.map(({ action }: { action: string }) => action)).toEqual([
      "account.sign_out",
      "account.token",
      "account.unblock",
      "account.block",
      "account.quota",
      "account.set",
    ]);
    for (const entry of json) {
      expect(entry).toMatchObject({
        by: admin.email,
        via: "command_line",
        subject: `account ${person.publicId}`,
        subject_email: person.email,
        reason: "asked for",
      });
      expect(new Date(entry.at).getTime()).toBeGreaterThan(before);
    }
    expect(json[4].details).toEqual({ pollQuota: 7 });
    expect(text).not.toMatch(/p[ps]k_/);
    const stored = await gateway.db.prisma.auditEntry.findMany();
    const plain = JSON.stringify(stored, (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(plain).not.toContain(person.email);

    const table = await operate("ops", "audit", "--limit", "1");
    expect(table.text).toMatch(/^when +who +what +on what +why\n/);
    expect(table.text).toContain(`${admin.email}  account.sign_out  ${person.email}`);
  });

  test("is only added to", async () => {
    for (const change of [
      "UPDATE audit_entries SET reason = 'x'",
      "DELETE FROM audit_entries",
      "TRUNCATE audit_entries",
    ]) {
      await expect(gateway.db.pool.query(change)).rejects.toThrow("only added to");
    }
  });

  test("has nothing of an act that was refused", async () => {
    const [entries, person] = [await gateway.db.prisma.auditEntry.count(), await newAccount()];
    const wrong = [
      ["ops", "account", "block", "--email", "nobody@example.org"],
      ["ops", "account", "block", "--email", person.email, "--by", "stranger@example.org"],
      ["ops", "account", "block", "--email", person.email, "--reason", " "],
    ];
    for (const words of wrong) expect((await operate(...words)).code).toBe(2);
    expect(await gateway.db.prisma.auditEntry.count()).toBe(entries);
    const { blockedAt } = await gateway.db.prisma.account.findUniqueOrThrow({
      where: { id: person.id },
    });
    expect(blockedAt).toBeNull();
  });
});
