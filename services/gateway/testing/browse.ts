import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { atFileEnd, builtPages, png, waitFor } from "@polls/testing";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { loadWebAssets, type WebAssets } from "../src/pages/web-assets";
import { chromium as executablePath } from "./check-pages";

/** Builds the pages from their sources. All test files of a run share the result. */
export async function buildWebAssets(): Promise<WebAssets> {
  const assets = loadWebAssets(await builtPages());
  if (assets === undefined) throw new Error("the build of the pages created no files");
  return assets;
}

/** Finds a free port, for a gateway whose pages must know their URL. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

export const openBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox", ...flags] });

export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};

/** Opens a URL in a browser context of its own. An error in a script fails the test. */
export async function browse(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(url);
  return page;
}

/** Answers each request of a page for a file of an option with the same picture. */
export const servePictures = (page: Page): Promise<unknown> =>
  page.route("**/files/**", (route) =>
    route.fulfill({ contentType: "image/png", body: png(8, 8) }),
  );

/** The browser that the tests of a file share. Its contexts are closed after each test. */
export function shareBrowser(flags: readonly string[] = []) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(flags);
    atFileEnd("the browser", () => browser.close());
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  return {
    browser: () => browser,
    /** Opens a URL in a context of its own. */
    open: (url: string, options: BrowserContextOptions = {}) => browse(browser, url, options),
  };
}

/**
 * Waits until the page has this number of elements, because a script of the page may add them late.
 */
export const haveCount = (elements: Locator, count: number): Promise<boolean> =>
  waitFor(async () => (await elements.count()) === count, { what: `${count} × ${elements}` });

/** Waits until the page has its new layout, after a change of its size. */
export const laidOut = (page: Page): Promise<unknown> =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

/** Waits until nothing fades in or slides any more. */
export const shownWhole = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
      .map(({ finished }) => finished),
  )`);

interface Axe {
  run(options: object): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}

/**
 * The violations that axe-core finds on a page: of all rules in light colors, and too low contrasts
 * in dark colors. Forced colors are those of the system, in both. The context must bypass the page's
 * Content-Security-Policy.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await shownWhole(page);
  await page.addScriptTag({
    content: readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"),
  });
  const violations = async (options: object) =>
    page.evaluate(async (given) => {
      const { axe } = globalThis as unknown as { readonly axe: Axe };
      const found = await axe.run({ ...given, resultTypes: ["violations"] });
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
      );
    }, options);
  const inLight = await violations({});
  if (await page.evaluate<boolean>("matchMedia('(forced-colors: active)').matches")) return inLight;
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await violations({ runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return [...inLight, ...inDark.map((each) => `in dark colors: ${each}`)];
}

/** What still moves with reduced motion: animations and transitions of more than 1 ms, except of colors and opacity. */
export async function motionsOf(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const found = await page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as {
      readonly document: { querySelectorAll(of: string): Iterable<{ readonly outerHTML: string }> };
      getComputedStyle(element: object, part: string): Readonly<Record<string, string>>;
    };
    const seconds = (list = "") => list.split(", ").map(Number.parseFloat);
    const still = /^(?:opacity|(?:.+-)?color|fill|stroke)$/;
    const moving = (style: Readonly<Record<string, string>>) => {
      const lasts = (list: readonly number[], at: number) => (list[at % list.length] ?? 0) > 0.001;
      const [transitions, animations] = [
        seconds(style.transitionDuration),
        seconds(style.animationDuration),
      ];
      return [
        ...(style.transitionProperty ?? "")
          .split(", ")
          .filter((name, at) => lasts(transitions, at) && !still.test(name)),
        ...(style.animationName ?? "")
          .split(", ")
          .filter((name, at) => name !== "none" && lasts(animations, at)),
      ];
    };
    return [...document.querySelectorAll("*")].flatMap((element) =>
      ["", "::before", "::after"].flatMap((part) =>
        moving(getComputedStyle(element, part)).map(
          (name) => `moves: ${name} of ${element.outerHTML.slice(0, 100)}${part}`,
        ),
      ),
    );
  });
  await page.emulateMedia({ reducedMotion: null });
  return found;
}
