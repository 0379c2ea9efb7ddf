// Covers docs/reference/pages.md: the-operator-on-pages

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { phone, shareBrowser } from "../../testing/browse";
import { checkPages, describeWithBrowser, looks } from "../../testing/check-pages";
import { shareAccount, shareGateway } from "../../testing/share-gateway";
import { signInAt } from "../../testing/sign-in-page";
import { barriersOf, narrowPhone, optionsOfPages } from "../../testing/start-pages";
import { loadConfig } from "../config";
import { errorPage } from "./error-page";
import { renderPage } from "./page-shell";

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
const operator = {
  OPERATOR_NAME: "Club <Nord>",
  OPERATOR_COLOR: "#8A1C5B",
  OPERATOR_IMPRINT_URL: "https://club.example/imprint",
  OPERATOR_PRIVACY_URL: "https://club.example/privacy",
};

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "logo-")), name);
  await writeFile(file, content);
  return file;
}

const gateway = shareGateway(async () =>
  optionsOfPages({}, { ...operator, OPERATOR_LOGO: await fileOf("logo.svg", svg) }),
);
const email = "ada@example.org";
const account = shareAccount(gateway, { email });

const newPoll = (settings: Readonly<Record<string, unknown>> = {}) =>
  account.buildPoll({ title: "Lunch", settings });
const open = (address: string, language = "en") =>
  gateway.request(`GET ${address}`, {
    headers: { Accept: "text/html", "Accept-Language": language },
  });

test("every page has the operator's name, logo and color, and links to the imprint and the privacy policy", async () => {
  const poll = await newPoll();
  const pages = [
    "/",
    "/sign-in",
    `/p/${poll.memberHash}`,
    `/p/${poll.memberHash}/results`,
    `/p/${poll.adminHash}/admin`,
    `/opt-in/${"x".repeat(43)}`,
    "/nothing-here",
  ];
  for (const address of pages) {
    const { text, headers } = await open(address, "de");
    const has = (part: string) => [address, part, text.includes(part)];
    for (const part of [
      "Club &lt;Nord&gt;</a></header>",
      '<a href="https://club.example/imprint">Impressum</a>',
      '<a href="https://club.example/privacy">Datenschutz</a>',
    ])
      expect(has(part)).toEqual([address, part, true]);
    const [, logo = ""] = /<img src="([^"]+)"/.exec(text) ?? [];
    expect([address, (await open(logo)).text]).toEqual([address, svg]);
    const policy = headers.get("content-security-policy");
    expect([address, policy]).toEqual([address, expect.stringContaining("img-src 'self'")]);
    const [, sheet] = /href="(\/assets\/brand-[^"]+)"/.exec(text) ?? [];
    const style = sheet === undefined ? text : (await open(sheet)).text;
    expect([address, style.includes("--main: #8a1c5b")]).toEqual([address, true]);
  }
});

// Settings: white_label
test("pages of a poll with white_label have only the links, but its admin page has all parts", async () => {
  const poll = await newPoll({ white_label: true });
  for (const address of [`/p/${poll.memberHash}`, `/p/${poll.memberHash}/results`]) {
    const { text } = await open(address);
    expect(text).not.toMatch(/Club|brand-|logo-/);
    expect(text).toContain('<a href="https://club.example/imprint">Imprint</a>');
  }
  expect((await open(`/p/${poll.adminHash}/admin`)).text).toContain("Club &lt;Nord&gt;");
});

test("without these variables pages do not name the operator", async () => {
  const plain = await gateway.startAnother({});
  const { text, headers } = await plain.request("GET /");
  expect(text).not.toMatch(/class="(operator|legal)"|brand-/);
  expect(headers.get("content-security-policy")).not.toContain("club");
});

describe("an invalid variable prevents the start", () => {
  const problemOf = (variables: Readonly<Record<string, string>>): string => {
    try {
      loadConfig({ NODE_ENV: "test", DATABASE_URL: "postgresql://a@b:1/c", ...variables });
      return "";
    } catch (error) {
      return String(error);
    }
  };

  test.each([
    [{ OPERATOR_COLOR: "#ffd400" }, "OPERATOR_COLOR must be a color like #1d5fbf that can be read"],
    [{ OPERATOR_COLOR: "red" }, "OPERATOR_COLOR must be a color like #1d5fbf that can be read"],
    [{ OPERATOR_IMPRINT_URL: "javascript:x" }, "OPERATOR_IMPRINT_URL must be an address like"],
    [{ OPERATOR_NAME: "x".repeat(61) }, "OPERATOR_NAME must have at most 60 characters"],
    [{ OPERATOR_LOGO: "/none/logo.svg" }, "OPERATOR_LOGO must be the path of a file that can be"],
    [{ OPERATOR_LOGO: "/etc/hosts" }, "OPERATOR_LOGO must be the path of a .svg, .png"],
  ])("%j", (variables, problem) => {
    expect(problemOf(variables)).toContain(problem);
  });

  test("a logo that is too large or has no name prevents the start", async () => {
    const large = await fileOf("logo.png", Buffer.alloc(200_001));
    const small = await fileOf("logo.png", "x");
    expect(problemOf({ OPERATOR_LOGO: large })).toContain("a file of 200 kB at most");
    expect(loadProblem(small)).toContain("OPERATOR_LOGO requires OPERATOR_NAME");
  });

  const loadProblem = (logo: string): string =>
    problemOf({
      OPERATOR_LOGO: logo,
      BASE_URL: "https://polls.example",
      STORAGE_DIR: "/tmp",
      APP_SECRET: "a secret that only tests have, and no deployment",
    });
});

describeWithBrowser("in a browser", () => {
  const { browser, open: visit } = shareBrowser();

  test("a signed-in person has the operator and the links in one row on a phone, in both languages", async () => {
    const storageState = await signInAt(gateway, browser(), email);
    for (const language of ["en", "de"]) {
      const page = await visit(`${gateway.url}/polls?language=${language}`, {
        ...phone,
        storageState,
      });
      await page.locator(".bar-top button").waitFor();
      await page.getByRole("link", { name: "Club <Nord>" }).waitFor();
      expect(await page.locator("header").count()).toBe(1);
      const heightOf = async () => (await page.locator("header").boundingBox())?.height ?? 0;
      expect(await heightOf()).toBeGreaterThan(40);
      expect(await heightOf()).toBeLessThan(60);
      // An operator without a logo.
      await page.locator("header img").evaluate((image) => image.remove());
      expect(await heightOf()).toBeLessThan(60);
    }
  });

  test.each(looks)(
    "the colors have enough contrast on pages with a card: %s",
    async (_look, flags) => {
      const { brand } = gateway.deps;
      const facts = { requestId: "r", retryAfter: "7", language: "en", brand } as const;
      const pages = [404, 503].map((status) => renderPage(errorPage(status, facts), brand));
      for (const { violations } of await checkPages(pages, flags)) expect(violations).toEqual([]);
    },
  );

  test("the colors have enough contrast on pages with a script", async () => {
    const poll = await newPoll();
    for (const address of [
      "/",
      "/sign-in",
      `/p/${poll.memberHash}`,
      `/p/${poll.adminHash}/admin`,
    ]) {
      const page = await visit(gateway.url + address, narrowPhone);
      await page.locator("#app h1").waitFor();
      expect([address, await barriersOf(page)]).toEqual([address, []]);
      const isSeen = "document.querySelector(':is(.operator, .brand) img').naturalWidth > 0";
      expect([address, await page.evaluate(isSeen)]).toEqual([address, true]);
    }
  });
});
