import type { Poll } from "@polls/domain/polls";
import type { PollFacts } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Deps } from "../src/deps";
import type { NewAccount } from "../src/features/accounts/create-account";
import type { RateLimiter } from "../src/http/limits/rate-limit";
import { buildWebAssets, freePort, motionsOf, phone, shareBrowser, violationsOf } from "./browse";
import { type SharedGateway, shareAccount, shareGateway } from "./share-gateway";
import { type SignedInState, signInAt } from "./sign-in-page";
import type { TestGateway, TestGatewayOptions } from "./start-gateway";

/** A gateway with the built pages, an owner of polls, and a browser. */
export interface Pages {
  readonly gateway: SharedGateway;
  readonly owner: NewAccount;
  /** Creates a poll of the owner that does not ask for a name. */
  readonly newPoll: (
    settings?: Readonly<Record<string, unknown>>,
    more?: PollFacts,
  ) => Promise<Poll>;
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Signs a browser in to the account of the owner. */
  readonly signIn: () => Promise<SignedInState>;
  /** Calls the API as the owner. */
  readonly asOwner: (line: string, body?: unknown) => ReturnType<TestGateway["request"]>;
  /** The values of at most 100 votes, by the ids of their options. */
  readonly votesOf: (poll: Poll) => Promise<ReadonlyMap<string, unknown>>;
}

/**
 * The options of a gateway with the built pages. Its public URL is the one that the browser opens,
 * at this host.
 */
export async function optionsOfPages(
  deps: Partial<Deps> = {},
  env: Readonly<Record<string, string>> = {},
  host = "127.0.0.1",
): Promise<TestGatewayOptions> {
  const port = String(await freePort());
  return {
    webAssets: await buildWebAssets(),
    deps,
    env: { PORT: port, BASE_URL: `http://${host}:${port}`, ...env },
  };
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
  const email = "owner@example.org";
  const gateway = shareGateway(() => optionsOfPages(deps, env));
  const owner = shareAccount(gateway, { email });
  const { browser, open } = shareBrowser();
  const asOwner: Pages["asOwner"] = (line, body) => gateway.as(owner, line, body);
  return {
    gateway,
    owner,
    newPoll: (settings = {}, more = {}) =>
      owner.buildPoll({ settings: { require_voter_name: false, ...settings }, ...more }),
    visit: (path, options) => open(gateway.url + path, options),
    signIn: () => signInAt(gateway, browser(), email),
    asOwner,
    votesOf: async ({ adminHash }) => {
      const { body } = await asOwner(`GET /api/v1/polls/${adminHash}/votes?per_page=100`);
      return new Map(
        body.map((vote: { readonly option_id: string; readonly vote: unknown }) => [
          vote.option_id,
          vote.vote,
        ]),
      );
    },
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
 * dark colors, motion where it is to be reduced, and content wider than the screen.
 */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  const found = [...(await violationsOf(page)), ...(await motionsOf(page))];
  // On a phone, `innerWidth` grows with content that is too wide.
  const screen = page.viewportSize()?.width ?? 0;
  const content = await page.evaluate<number>("document.documentElement.scrollWidth");
  return content > screen ? [...found, `the page is ${content} px wide`] : found;
}
