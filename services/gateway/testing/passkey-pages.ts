import { inTransaction } from "@polls/db/sql";
import { fakeClock, type TestResponse } from "@polls/testing";
import { startSession } from "../src/features/page-sessions/account-session";
import { createRateLimiter } from "../src/http/limits/rate-limiter";
import { ownPage } from "./own-page";
import { shareGateway } from "./share-gateway";
import { signUp } from "./sign-up";
import {
  type Fault,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from "./software-authenticator";
import { TEST_BASE_URL, type TestGateway } from "./start-gateway";

export const start = new Date("2030-06-15T12:00:00Z");
const silent = { LOG_LEVEL: "silent", RATE_LIMIT_REQUESTS: "100000" };
/** The clock of all tests of passkeys. Each test begins at `start`. */
export const clock = fakeClock(start);

/** A gateway with accounts whose browsers have passkeys. A file of tests shares it. */
export function sharePasskeys() {
  const gateway = shareGateway({ env: silent, clock: clock.now });
  beforeEach(() => clock.set(start));

  /** A gateway with the same database, and this environment. It ends with the test. */
  const gatewayWith = (env: Readonly<Record<string, string>>): Promise<TestGateway> =>
    gateway.startAnother({
      env: { ...silent, ...env },
      clock: clock.now,
      // On a busy machine a test takes longer than a minute of rate limits.
      deps: { rateLimiter: createRateLimiter({ clock: () => clock.now().getTime() }) },
    });

  /** A browser at a page of the service, with one cookie at a time. */
  const browserAt = (from: TestGateway = gateway, origin: string = TEST_BASE_URL): Page => ({
    cookie: "",
    from,
    origin,
  });

  async function account(name = "ada") {
    const email = `${name}-${Math.random().toString(36).slice(2)}@example.org`;
    const made = await signUp(gateway.db, { email });
    return { ...made, email, page: await signedIn(made.id) };
  }

  /** A browser that a mailed link has signed in. */
  async function signedIn(
    accountId: bigint,
    from: TestGateway = gateway,
    origin?: string,
  ): Promise<Page> {
    const page = browserAt(from, origin);
    const session = { accountId, cookie: undefined, userAgent: undefined, now: clock.now() };
    const cookie = await inTransaction(from.db, (tx) => startSession(tx, session, from.deps));
    page.cookie = cookie.split(";")[0] ?? "";
    return page;
  }

  const passkeysOf = async (token: string) =>
    (await gateway.request("GET /api/v1/account/passkeys", { token })).body;

  /** An account with a passkey on a device. */
  async function withPasskey(name?: string) {
    const owner = await account(name);
    const device = deviceAt();
    expect((await add(owner.page, device)).status).toBe(204);
    return { ...owner, device };
  }

  return { gateway, gatewayWith, browserAt, account, signedIn, passkeysOf, withPasskey };
}

export interface Page {
  cookie: string;
  readonly from: TestGateway;
  readonly origin: string;
}

export async function post(page: Page, path: string, body?: unknown) {
  const answer = await page.from.request(`POST /session/${path}`, {
    headers: { ...ownPage, Origin: page.origin, Cookie: page.cookie },
    body,
  });
  page.cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? page.cookie;
  return answer;
}

export const deviceAt = (origin: string = TEST_BASE_URL) => softwareAuthenticator(origin);

export async function add(page: Page, device: SoftwareAuthenticator, fault?: Fault) {
  const { body: question } = await post(page, "passkey/ask_new");
  clock.advance(1);
  return post(page, "passkey/add", {
    name: "My phone",
    credential: device.create(question, fault),
  });
}

export async function ask(page: Page) {
  const { body } = await post(page, "passkey/ask");
  clock.advance(1);
  return body;
}

export async function signIn(page: Page, device: SoftwareAuthenticator, fault?: Fault) {
  return post(page, "passkey/sign_in", { credential: device.get(await ask(page), fault) });
}

/** The address of the account that a browser is signed in to. */
export async function accountOf(page: Page): Promise<string | undefined> {
  const { status, body } = await post(page, "token");
  if (status !== 200) return undefined;
  const shown = await page.from.request("GET /api/v1/account", { token: body.token });
  return shown.body.email;
}

export const refusedSignIn = [401, "passkey_refused"];

export const statusAndCode = ({ status, body }: Pick<TestResponse, "status" | "body">) => [
  status,
  body?.code,
];

/** Responses of a device that fit no question, as words after "a response". */
export const wrongResponses: readonly (readonly [string, Fault])[] = [
  ["for another origin", { origin: "https://polls.example.evil.example" }],
  ["of a frame in another site", { crossOrigin: true }],
  ["for another port", { origin: `${TEST_BASE_URL}:8443` }],
  ["for another host", { host: "evil.example" }],
  ["by a device that has not recognized the person", { isUserVerified: false }],
];
