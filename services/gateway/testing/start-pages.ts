import type { Poll } from "@polls/domain/polls";
import { atFileEnd, buildPoll, createTestDatabase } from "@polls/testing";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Deps } from "../src/deps";
import type { NewAccount } from "../src/features/accounts/create-account";
import type { RateLimiter } from "../src/http/limits/rate-limit";
import { browse, buildWebAssets, freePort, openBrowser, phone, violationsOf } from "./browse";
import { type SignedInState, signInAt } from "./sign-in-page";
import { signUp } from "./sign-up";
import { startGateway, type TestGateway } from "./start-gateway";

/** A gateway with the built pages, an owner of polls, and a browser. */
export interface Pages {
  readonly gateway: TestGateway;
  readonly owner: NewAccount;
  /** Creates a poll of the owner that does not ask for a name. */
  readonly newPoll: (
    settings?: Readonly<Record<string, unknown>>,
    more?: Parameters<typeof buildPoll>[1],
  ) => Promise<Poll>;
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Signs a browser in to the account of the owner. */
  readonly signIn: () => Promise<SignedInState>;
  /** Calls the API as the owner. */
  readonly asOwner: (line: string, body?: unknown) => ReturnType<TestGateway["request"]>;
}

/** Starts a gateway with the built pages. Its public URL is the one that the browser opens. */
export async function startGatewayOfPages(
  deps: Partial<Deps> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const port = String(await freePort());
  return startGateway(await createTestDatabase(), {
    webAssets: await buildWebAssets(),
    deps,
    env: { PORT: port, BASE_URL: `http://127.0.0.1:${port}`, ...env },
  });
}

const allowed = { allowed: true, limit: 100, remaining: 99, resetSeconds: 0 };
/** For tests in which many persons share one address. */
export const unlimited: RateLimiter = { take: () => allowed, peek: () => allowed };

/**
 * The pages that the tests of a file share. Their members are set before the first test, so only
 * functions may read them. Contexts of the browser that a test leaves open are closed after it.
 */
export function sharePages(
  deps: Partial<Deps> = {},
  env: Readonly<Record<string, string>> = {},
): Pages {
  const gateway = {} as TestGateway;
  const owner = {} as NewAccount;
  const email = "owner@example.org";
  let browser: Browser;
  beforeAll(async () => {
    Object.assign(gateway, await startGatewayOfPages(deps, env));
    atFileEnd("the gateway", () => gateway.close());
    Object.assign(owner, await signUp(gateway.db, { email }));
    browser = await openBrowser();
    atFileEnd("the browser", () => browser.close());
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  return {
    gateway,
    owner,
    newPoll: (settings = {}, more = {}) =>
      buildPoll(gateway.db, {
        ownerAccountId: owner.id,
        settings: { require_voter_name: false, ...settings },
        ...more,
      }),
    visit: (path, options = {}) => browse(browser, gateway.url + path, options),
    signIn: () => signInAt(gateway, browser, email),
    asOwner: (line, body) =>
      gateway.request(line, {
        token: owner.privateToken,
        ...(body !== undefined && { body: body as object }),
      }),
  };
}

/** A browser that is signed in to the account of the owner. It is set as the pages are. */
export function shareSignIn({ signIn }: Pages): SignedInState {
  const state = {} as SignedInState;
  beforeAll(async () => {
    Object.assign(state, await signIn());
  });
  return state;
}

/** A narrow phone. axe may run on its pages. */
export const narrowPhone: BrowserContextOptions = {
  ...phone,
  viewport: { width: 320, height: 640 },
  bypassCSP: true,
};

/**
 * The accessibility problems of a page in its current state: violations that axe finds in light and
 * dark colors, and content wider than the screen.
 */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  const found = await violationsOf(page);
  // On a phone, `innerWidth` grows with content that is too wide.
  const screen = page.viewportSize()?.width ?? 0;
  const content = await page.evaluate<number>("document.documentElement.scrollWidth");
  return content > screen ? [...found, `the page is ${content} px wide`] : found;
}
