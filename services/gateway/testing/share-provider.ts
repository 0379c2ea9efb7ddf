import { fakeClock } from "@polls/testing";
import { createRateLimiter } from "../src/http/limits/rate-limiter";
import { ownPage } from "./own-page";
import { shareGateway } from "./share-gateway";
import type { TestGateway } from "./start-gateway";
import {
  type PersonAtProvider,
  startProvider,
  startWandering,
  type TestProvider,
} from "./start-provider";

export const START = "/sign-in/oidc/start?provider=oidc";
const start = new Date("2030-06-15T12:00:00Z");

export const person = (name: string, more: Partial<PersonAtProvider> = {}): PersonAtProvider => ({
  subject: name,
  email: `${name}@example.org`,
  email_verified: true,
  ...more,
});

/** A provider of sign-ins, and a gateway that uses it. A file of tests shares them. */
export function shareProvider() {
  const clock = fakeClock(start);
  const provider = {} as TestProvider;
  const gateway = shareGateway(async () => {
    await startProvider({ shared: provider });
    return {
      env: { ...provider.env, OIDC_OPERATOR_GROUP: "poll-operators", LOG_LEVEL: "silent" },
      clock: clock.now,
    };
  });
  beforeEach(() => {
    provider.silent = false;
    provider.person = undefined;
    clock.set(start);
  });

  /** A gateway with the same database, and this environment. It ends with the test. */
  const gatewayWith = (env: Readonly<Record<string, string>>): Promise<TestGateway> =>
    gateway.startAnother({
      env: { ...provider.env, LOG_LEVEL: "silent", ...env },
      clock: clock.now,
      // On a busy machine a test takes longer than a minute of rate limits.
      deps: { rateLimiter: createRateLimiter({ clock: () => clock.now().getTime() }) },
    });

  /** The address of the account for which the cookies act. Undefined: none. */
  async function accountOf(
    cookie: string,
    from: TestGateway = gateway,
  ): Promise<string | undefined> {
    const headers = { ...ownPage, Cookie: cookie };
    const { status, body } = await from.request("POST /session/token", { headers });
    if (status !== 200) return undefined;
    return (await from.request("GET /api/v1/account", { token: body.token })).body.email;
  }

  /** Signs a person in by a new browser. */
  async function enter(who: PersonAtProvider | undefined, from: TestGateway = gateway) {
    provider.person = who;
    const browser = startWandering(from);
    const page = await browser.open(START);
    return { ...page, browser, account: await accountOf(browser.cookie(), from) };
  }

  return { clock, provider, gateway, gatewayWith, accountOf, enter };
}
