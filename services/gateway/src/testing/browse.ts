import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { loadWebAssets, type WebAssets } from "../pages/web-assets";
import { chromium as executablePath } from "./check-pages";

const bundle = path.join(__dirname, "../../../../scripts/web/bundle.mjs");

/** Builds the pages from their sources, as `npm run build` does. */
export async function buildWebAssets(): Promise<WebAssets> {
  const directory = await mkdtemp(path.join(tmpdir(), "pages-"));
  try {
    await promisify(execFile)(process.execPath, [bundle, directory]);
    const assets = loadWebAssets(directory);
    if (assets === undefined) throw new Error("the build of the pages made no files");
    return assets;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A port that is free now, for a gateway whose pages must know their address. */
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

/** Opens an address in a context of its own. A script that fails fails the test. */
export async function browse(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(url);
  return page;
}

/** What axe-core finds wrong with a page; the policy of the page must be bypassed. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({
    content: readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"),
  });
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      readonly axe: {
        run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}
