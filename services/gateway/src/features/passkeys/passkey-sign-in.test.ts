// Covers docs/reference/accounts.md: passkeys

import { ownPage } from "../../../testing/own-page";
import {
  accountOf,
  add,
  ask,
  clock,
  deviceAt,
  type Page,
  post,
  refusedSignIn,
  sharePasskeys,
  signIn,
  statusAndCode,
  wrongResponses,
} from "../../../testing/passkey-pages";
import { inMaintenance, setBlocked } from "../../../testing/service-states";
import { TEST_BASE_URL, type TestGateway } from "../../../testing/start-gateway";
import { CHALLENGE_MS } from "./passkey-challenge";

const { gateway, gatewayWith, browserAt, account, signedIn, passkeysOf, withPasskey } =
  sharePasskeys();

test("what a browser is asked is alike for all, and names no passkey", async () => {
  const { page: signedInPage } = await withPasskey();
  const answers = [await ask(browserAt()), await ask(signedInPage)];
  for (const { challenge, ...rest } of answers) {
    expect(challenge).toMatch(/^[\w-]{100,}$/);
    expect(rest).toEqual({ rpId: "polls.example", userVerification: "required", timeout: 300_000 });
  }
});

test.each([
  ...wrongResponses,
  ["for another account", { userHandle: Buffer.from("another").toString("base64url") }] as const,
])("a passkey does not sign in with a response %s", async (_, fault) => {
  const { device } = await withPasskey();
  const page = browserAt();
  expect(statusAndCode(await signIn(page, device, fault))).toEqual(refusedSignIn);
  expect(await accountOf(page)).toBeUndefined();
  expect((await signIn(page, device)).status).toBe(204);
});

test("a response signs in once, and no older one after it", async () => {
  const { device } = await withPasskey();
  const page = browserAt();
  const older = await ask(page);
  const question = await ask(page);
  const credential = device.get(question);
  const asked = page.cookie;
  expect((await post(page, "passkey/sign_in", { credential })).status).toBe(204);
  page.cookie = asked;
  for (const again of [credential, device.get(question), device.get(older)]) {
    const answer = await post(page, "passkey/sign_in", { credential: again });
    expect(statusAndCode(answer)).toEqual(refusedSignIn);
  }
  expect((await signIn(page, device)).status).toBe(204);
});

test("a response that arrives many times at once signs in once", async () => {
  const { device } = await withPasskey();
  const page = browserAt();
  const credential = device.get(await ask(page));
  const same = () => ({ ...page });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(same(), "passkey/sign_in", { credential })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401, 401]);
});

test("only the browser that asked can answer, in 5 minutes, and for the same purpose", async () => {
  const { device, page: own } = await withPasskey();
  const [page, other] = [browserAt(), browserAt()];
  await ask(other);
  const credential = device.get(await ask(page));
  const { challenge } = (await post(own, "passkey/ask_new")).body;
  const mixed = device.get({ challenge, rpId: "polls.example" });
  for (const [from, answer] of [
    [other, credential],
    [browserAt(), credential],
    [own, mixed],
    [page, device.get({ challenge: "forged", rpId: "polls.example" })],
  ] as const) {
    const refused = await post(from, "passkey/sign_in", { credential: answer });
    expect(statusAndCode(refused)).toEqual(refusedSignIn);
  }
  clock.advance(CHALLENGE_MS);
  const late = await post(page, "passkey/sign_in", { credential });
  expect(statusAndCode(late)).toEqual(refusedSignIn);

  const question = (await post(own, "passkey/ask_new")).body;
  const { page: eve } = await account("eve");
  const stolen = { name: "x", credential: deviceAt().create(question) };
  expect((await post(eve, "passkey/add", stolen)).status).toBe(422);
  clock.advance(CHALLENGE_MS);
  expect((await post(own, "passkey/add", stolen)).status).toBe(422);
});

test("a device whose count goes back or stays is refused, because a copy may have counted further", async () => {
  const { device } = await withPasskey();
  const page = browserAt();
  expect((await signIn(page, device, { counter: 40 })).status).toBe(204);
  for (const counter of [39, 40, 0]) {
    expect(statusAndCode(await signIn(page, device, { counter }))).toEqual(refusedSignIn);
  }
  expect((await signIn(page, device, { counter: 41 })).status).toBe(204);
});

test("a device that does not count signs in again and again", async () => {
  const { page } = await account();
  const device = deviceAt();
  await add(page, device, { counter: 0 });
  for (let time = 0; time < 3; time++) {
    expect((await signIn(browserAt(), device, { counter: 0 })).status).toBe(204);
  }
});

test("the id of a passkey of another account neither signs in nor can be added", async () => {
  const victim = await withPasskey("victim");
  const eve = await withPasskey("eve");
  const page = browserAt();
  const { id, rawId } = victim.device.get(await ask(page));
  const forged = { ...eve.device.get(await ask(page)), id, rawId };
  const answer = await post(page, "passkey/sign_in", { credential: forged });
  expect(statusAndCode(answer)).toEqual(refusedSignIn);

  const { body: question } = await post(eve.page, "passkey/ask_new");
  const credential = victim.device.create(question);
  const added = await post(eve.page, "passkey/add", { name: "x", credential });
  expect(statusAndCode(added)).toEqual([422, "passkey_unusable"]);
});

test.each([
  ["nothing", undefined],
  ["no credential", {}],
  ["a text", { credential: "x" }],
  ["other types", { credential: { id: 1, rawId: [], type: "public-key", response: {} } }],
  [
    "bytes that are no data of a device",
    {
      credential: {
        id: "AAAA",
        rawId: "AAAA",
        type: "public-key",
        response: {
          clientDataJSON: "AAAA",
          attestationObject: "AAAA",
          authenticatorData: "AAAA",
          signature: "AAAA",
          userHandle: "AAAA",
        },
      },
    },
  ],
])("a body with %s is refused", async (_, body) => {
  const { page } = await account();
  const added = await post(page, "passkey/add", { name: "x", ...body });
  expect(statusAndCode(added)).toEqual([422, "passkey_unusable"]);
  expect(statusAndCode(await post(browserAt(), "passkey/sign_in", body))).toEqual(refusedSignIn);
});

test("a passkey signs in only at the host at which it was added", async () => {
  const env = { BASE_URLS: `${TEST_BASE_URL}, https://votes.example` };
  const several = await gatewayWith(env);
  const { id, privateToken, email } = await account();
  const there = "https://votes.example";
  const device = deviceAt(there);
  expect((await add(await signedIn(id, several, there), device)).status).toBe(204);
  expect((await passkeysOf(privateToken))[0].host).toBe("votes.example");
  const here = browserAt(several);
  for (const fault of [{}, { origin: TEST_BASE_URL }]) {
    expect(statusAndCode(await signIn(here, device, fault))).toEqual(refusedSignIn);
  }
  const page = browserAt(several, there);
  expect((await signIn(page, device)).status).toBe(204);
  expect(await accountOf(page)).toBe(email);
});

test("below a path the host is the same", async () => {
  const below = await gatewayWith({ BASE_URL: `${TEST_BASE_URL}/polls` });
  const { id } = await account();
  const device = deviceAt();
  expect((await add(await signedIn(id, below), device)).status).toBe(204);
  const page = browserAt(below);
  const answer = await signIn(page, device);
  expect(answer.headers.get("set-cookie")).toMatch(/^__Secure-session=.*; Path=\/polls;/);
});

test("a blocked account does not sign in", async () => {
  const { id, device } = await withPasskey();
  await setBlocked(gateway, id, true);
  const page = browserAt();
  expect(statusAndCode(await signIn(page, device))).toEqual([403, "account_blocked"]);
  await setBlocked(gateway, id, false);
  expect(await accountOf(page)).toBeUndefined();
});

const paths = ["passkey/ask_new", "passkey/add", "passkey/ask", "passkey/sign_in"];

test("where only providers sign in, there are no passkeys", async () => {
  const only = await gatewayWith({
    OIDC_ISSUER: "https://id.example",
    OIDC_CLIENT_ID: "polls",
    OIDC_ONLY: "1",
  });
  const { id } = await account();
  const page = await signedIn(id, only);
  for (const path of paths) {
    expect(statusAndCode(await post(page, path))).toEqual([403, "provider_sign_in_only"]);
  }
});

test("other sites cannot ask in the name of a browser", async () => {
  const { page } = await account();
  for (const path of paths) {
    const { status } = await gateway.request(`POST /session/${path}`, {
      headers: {
        Origin: "https://evil.example",
        "Sec-Fetch-Site": "cross-site",
        Cookie: page.cookie,
      },
    });
    expect([path, status]).toEqual([path, 403]);
  }
});

test("no passkey is added or signs in during maintenance", async () => {
  const { page } = await account();
  await inMaintenance(gateway, async () => {
    for (const path of paths) expect((await post(page, path)).status).toBe(503);
  });
});

test("a network has 300 steps of sign-ins a minute", async () => {
  const busy = await gatewayWith({});
  for (let step = 1; step <= 300; step += 1) {
    expect((await post(browserAt(busy), "passkey/ask")).status).toBe(200);
  }
  for (const path of ["passkey/ask", "passkey/sign_in"]) {
    expect((await post(browserAt(busy), path)).status).toBe(429);
  }
});

describe("where operators prove two factors", () => {
  let strict: TestGateway;
  beforeEach(async () => {
    strict = await gatewayWith({ OPERATORS_NEED_TWO_FACTORS: "1" });
  });

  async function operator() {
    const { id, privateToken } = await account("operator");
    await gateway.db.prisma.account.update({ where: { id }, data: { isOperator: true } });
    return { id, privateToken, page: await signedIn(id, strict), device: deviceAt() };
  }

  const see = ({ cookie }: Page, path = "/operator") =>
    strict.request(`GET ${path}`, { headers: { ...ownPage, Cookie: cookie } });
  const press = ({ cookie }: Page, act: string) =>
    strict.request(`POST /operator/${act}`, {
      headers: { ...ownPage, Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
      text: "sentence=Hello",
    });

  test("pages and acts need a passkey, and say so to operators alone", async () => {
    const { id, page, device } = await operator();
    expect((await add(page, device)).status).toBe(204);
    for (const path of ["/operator", "/operator/audit"]) {
      const { status, text } = await see(page, path);
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain("Please sign in with a passkey");
      expect(text).toContain("/sign-in?to=%2Foperator&amp;again=true");
    }
    for (const act of ["service/announce", "service/end"]) {
      const { status, text } = await press(page, act);
      expect([act, status]).toEqual([act, 403]);
      expect(text).toContain("Please sign in with a passkey");
    }
    const state = await strict.db.prisma.auditEntry.count({ where: { byAccountId: id } });
    expect(state).toBe(0);
    const { page: stranger } = await account("stranger");
    expect((await see(stranger)).status).toBe(404);

    expect((await signIn(page, device)).status).toBe(204);
    expect((await see(page)).status).toBe(200);
    expect((await press(page, "service/announce")).status).toBe(303);
    clock.advance(30 * 60_000 + 1);
    expect((await press(page, "service/announce")).status).toBe(403);
  });

  test("a mailbox alone neither adds a passkey beside another one nor removes it", async () => {
    const { id, privateToken: token, page, device } = await operator();
    await add(page, device);
    const mailed = await signedIn(id, strict);
    const second = await add(mailed, deviceAt());
    expect(statusAndCode(second)).toEqual([403, "two_factors_required"]);
    const [{ id: passkey }] = await passkeysOf(token);
    const path = `DELETE /api/v1/account/passkeys/${passkey}`;
    const ofMailed = (await post(mailed, "token")).body.token;
    for (const by of [token, ofMailed]) {
      const removed = await strict.request(path, { token: by });
      expect(statusAndCode(removed)).toEqual([403, "two_factors_required"]);
    }
    await signIn(page, device);
    expect((await add(page, deviceAt())).status).toBe(204);
    const proved = (await post(page, "token")).body.token;
    expect((await strict.request(path, { token: proved })).status).toBe(204);
  });

  test("other accounts and other deployments need none", async () => {
    const { page, privateToken: token } = await account();
    const ordinary = { ...page, from: strict };
    expect((await add(ordinary, deviceAt())).status).toBe(204);
    expect((await add(ordinary, deviceAt())).status).toBe(204);
    const [{ id }] = await passkeysOf(token);
    const path = `DELETE /api/v1/account/passkeys/${id}`;
    expect((await strict.request(path, { token })).status).toBe(204);
    const { page: mailed } = await operator();
    expect((await see({ ...mailed, from: gateway })).status).toBe(403);
    const lenient = await gateway.request("GET /operator", { headers: { Cookie: mailed.cookie } });
    expect(lenient.status).toBe(200);
  });
});
