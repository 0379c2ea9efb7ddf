// Covers docs/reference/accounts.md: passkeys
// Covers docs/reference/errors.md: codes
// Covers docs/reference/mails.md: limits

import { ownPage } from "../../../testing/own-page";
import {
  accountOf,
  add,
  clock,
  deviceAt,
  post,
  refusedSignIn,
  sharePasskeys,
  signIn,
  start,
  statusAndCode,
  wrongResponses,
} from "../../../testing/passkey-pages";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { erasePerson } from "../people/erase-person";
import { exportPerson } from "../people/export-person";

const { gateway, browserAt, account, signedIn, passkeysOf, withPasskey } = sharePasskeys();

test("an added passkey signs another browser in without an address, until it is removed", async () => {
  const { email, device, privateToken: token } = await withPasskey();
  const [passkey, ...others] = await passkeysOf(token);
  expect([passkey, others]).toEqual([
    {
      id: expect.any(String),
      name: "My phone",
      host: "polls.example",
      last_used_at: null,
      created_at: expect.any(String),
    },
    [],
  ]);
  const page = browserAt();
  expect((await signIn(page, device)).status).toBe(204);
  expect(await accountOf(page)).toBe(email);
  expect((await passkeysOf(token))[0].last_used_at).toBe(clock.now().toISOString());
  const path = `DELETE /api/v1/account/passkeys/${passkey.id}`;
  expect((await gateway.request(path, { token })).status).toBe(204);
  expect(statusAndCode(await gateway.request(path, { token }))).toEqual([404, "passkey_not_found"]);
  expect(statusAndCode(await signIn(browserAt(), device))).toEqual(refusedSignIn);
  expect(await accountOf(page)).toBe(email);
});

test("a passkey gets another name", async () => {
  const { privateToken: token } = await withPasskey();
  const [passkey] = await passkeysOf(token);
  const rename = (name: unknown, as = token) =>
    gateway.as({ token: as }, `PATCH /api/v1/account/passkeys/${passkey.id}`, {
      passkey: { ...passkey, name },
    });
  const renamed = await rename(" Work phone ");
  expect([renamed.status, renamed.body]).toEqual([200, { ...passkey, name: "Work phone" }]);
  for (const name of ["", " ", "x".repeat(256), null, undefined])
    expect(statusAndCode(await rename(name))).toEqual([422, "invalid"]);
  const { privateToken: other } = await account("eve");
  expect(statusAndCode(await rename("Hers", other))).toEqual([404, "passkey_not_found"]);
  expect((await passkeysOf(token))[0].name).toBe("Work phone");
});

test("the account is told by mail about each new passkey, and at most 20 times a day", async () => {
  const { id: accountId, email, page, privateToken: token } = await account();
  const mails = () =>
    gateway.db.prisma.mail.findMany({
      where: { accountId, kind: "passkey_added" },
      select: { address: true, since: true, state: true },
      orderBy: { id: "asc" },
    });
  expect((await add(page, deviceAt())).status).toBe(204);
  const told = await mails();
  const { createdAt } = await gateway.db.prisma.passkey.findFirstOrThrow({ where: { accountId } });
  expect(told).toEqual([{ address: email, since: createdAt, state: "queued" }]);

  const replace = async () => {
    const [{ id }] = await passkeysOf(token);
    await gateway.request(`DELETE /api/v1/account/passkeys/${id}`, { token });
    expect((await add(page, deviceAt())).status).toBe(204);
  };
  for (let added = 1; added < 21; added++) await replace();
  expect(await mails()).toHaveLength(20);
  clock.advance(24 * 3_600_000);
  page.cookie = (await signedIn(accountId)).cookie;
  await replace();
  expect(await mails()).toHaveLength(21);
});

test("another account neither sees a passkey nor removes it", async () => {
  const { device, privateToken } = await withPasskey();
  const { privateToken: token } = await account("eve");
  const [{ id }] = await passkeysOf(privateToken);
  expect(await passkeysOf(token)).toEqual([]);
  const removed = await gateway.request(`DELETE /api/v1/account/passkeys/${id}`, { token });
  expect(removed.status).toBe(404);
  expect((await signIn(browserAt(), device)).status).toBe(204);
});

test.each([
  ...wrongResponses,
  ["with a proof of its make, which was not asked for", { format: "tpm" }] as const,
  ["in an unknown form", { format: "none of these" }] as const,
])("a passkey is not added with a response %s", async (_, fault) => {
  const { page, privateToken } = await account();
  expect(statusAndCode(await add(page, deviceAt(), fault))).toEqual([422, "passkey_unusable"]);
  expect(await passkeysOf(privateToken)).toEqual([]);
});

test("a response that added a passkey does not add it again after its removal", async () => {
  const { page, privateToken: token } = await account();
  const { body: question } = await post(page, "passkey/ask_new");
  const body = { name: "x", credential: deviceAt().create(question) };
  expect((await post(page, "passkey/add", body)).status).toBe(204);
  const [{ id }] = await passkeysOf(token);
  await gateway.request(`DELETE /api/v1/account/passkeys/${id}`, { token });
  expect(statusAndCode(await post(page, "passkey/add", body))).toEqual([422, "passkey_unusable"]);
});

test.each([
  ["is missing", undefined, "is required"],
  ["is empty", "", "is required"],
  ["is blank", " ", "is required"],
  ["is null", null, "is required"],
  ["is a number", 7, "must be a string"],
  ["has 256 characters", "x".repeat(256), "must have at most 255 characters"],
  ["has a control character", "My\u0007phone", "has invalid characters"],
  ["changes the direction", "My\u202ephone", "has invalid characters"],
  ["has two lines", "My\nphone", "must be one line"],
])("a passkey whose name %s is not added", async (_, name, sentence) => {
  const { page, privateToken } = await account();
  const { body: question } = await post(page, "passkey/ask_new");
  const answer = await post(page, "passkey/add", { name, credential: deviceAt().create(question) });
  expect(statusAndCode(answer)).toEqual([422, "invalid"]);
  expect(answer.body.errors).toEqual({ name: [sentence] });
  expect(await passkeysOf(privateToken)).toEqual([]);
});

test.each(["ask_new", "add", "ask", "sign_in"])(
  "a body of passkey/%s has no unknown field, and is JSON",
  async (step) => {
    const { page } = await account();
    const unknown = await post(page, `passkey/${step}`, { name: "My phone", color: "red" });
    expect(statusAndCode(unknown)).toEqual([422, "invalid"]);
    expect(unknown.body.errors.color).toEqual(["is not a known field"]);
    const malformed = await gateway.request(`POST /session/passkey/${step}`, {
      headers: {
        ...ownPage,
        Origin: TEST_BASE_URL,
        Cookie: page.cookie,
        "Content-Type": "application/json",
      },
      text: "{",
    });
    expect(statusAndCode(malformed)).toEqual([400, "malformed_json"]);
  },
);

test("adding needs a recent sign-in", async () => {
  const { page } = await account();
  clock.advance(30 * 60_000 + 1);
  for (const path of ["passkey/ask_new", "passkey/add"]) {
    expect(statusAndCode(await post(page, path))).toEqual([401, "recent_sign_in_required"]);
    expect((await post(browserAt(), path)).status).toBe(401);
  }
});

test("an account has at most 20 passkeys", async () => {
  const { page, id: accountId, privateToken } = await account();
  const { body: question } = await post(page, "passkey/ask_new");
  const key = { publicKey: Buffer.from("x"), counter: 0, name: "x", host: "polls.example" };
  await gateway.db.prisma.passkey.createMany({
    data: Array.from({ length: 20 }, (_, index) => ({
      ...key,
      accountId,
      publicId: `${accountId}-${index}`,
      credentialId: Buffer.from(`${accountId}-${index}`),
      createdAt: start,
    })),
  });
  expect(await passkeysOf(privateToken)).toHaveLength(20);
  const last = { name: "x", credential: deviceAt().create(question) };
  for (const answer of [
    await post(page, "passkey/ask_new"),
    await post(page, "passkey/add", last),
  ]) {
    expect(statusAndCode(answer)).toEqual([422, "passkey_limit_reached"]);
  }
});

test("the export of a person has the passkeys, and the erasure takes them along", async () => {
  const { id, email, device } = await withPasskey();
  const exported = await exportPerson(gateway.deps.shards.all(), email);
  expect(exported?.account?.passkeys).toEqual([
    { name: "My phone", host: "polls.example", lastUsedAt: null, createdAt: expect.any(Date) },
  ]);
  await erasePerson(gateway.deps.shards.all(), email, clock.now());
  expect(await gateway.db.prisma.passkey.count({ where: { accountId: id } })).toBe(0);
  expect(statusAndCode(await signIn(browserAt(), device))).toEqual(refusedSignIn);
});
