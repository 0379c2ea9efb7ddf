// Covers docs/reference/pages.md: errors-on-pages

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { languages } from "@polls/markup";
import { atFileEnd, sampleCases } from "@polls/testing";
import { checkPages, describeWithBrowser, looks } from "../../testing/check-pages";
import { shareGateway } from "../../testing/share-gateway";
import type { TestGateway } from "../../testing/start-gateway";
import { createRefusal } from "../http/limits/refusal";
import { noBrand } from "./brand";
import { createBusyPage, errorPage } from "./error-page";
import { renderPage } from "./page-shell";

/** The `Accept` header of Chromium when a person opens a URL. */
const opened =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

const gateway = shareGateway();

const get = (path: string, accept: string, from: TestGateway = gateway) =>
  from.request(`GET ${path}`, { headers: { Accept: accept, "Accept-Language": "en" } });
const kindOf = ({ headers }: { readonly headers: Headers }) =>
  headers.get("content-type")?.split(";")[0];

const outsideApi = ["/nothing-here", "/files/none", "/assets/none.js", "/docs/none/none"];

test.each(outsideApi)(
  "a browser that opens %s gets a 404 page with a link to the start page",
  async (path) => {
    const { status, headers, text } = await get(path, opened);
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(headers.get("vary")).toContain("Accept");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).toContain("Page not found");
    expect(text).toContain('href="/"');
  },
);

test.each([...outsideApi, "/p/none", "/p/none/results"])(
  "a client that asks for JSON at %s gets JSON",
  async (path) => {
    const answer = await get(path, "application/json");
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: expect.any(String), code: expect.stringMatching(/_not_found$/) },
    ]);
  },
);

test.each(outsideApi)("a client that accepts any type gets JSON at %s", async (path) => {
  expect(kindOf(await get(path, "*/*"))).toBe("application/json");
});

test("the API responds with JSON, also to browsers", async () => {
  for (const path of ["/api/v1/polls", "/api/v1/none", "/api/none"]) {
    expect([path, kindOf(await get(path, opened))]).toEqual([path, "application/json"]);
  }
});

test("browsers get an HTML error page for a malformed URL, and for a path without GET", async () => {
  const malformed = await get("/p/%E0%A4%A", opened);
  expect([malformed.status, malformed.text]).toEqual([
    400,
    expect.stringContaining("This link is incomplete"),
  ]);
  const post = await get("/session/token", opened);
  expect([post.status, post.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
  expect(post.text).toContain("Page not found");
});

test("a browser above the rate limit gets a page with the time to wait", async () => {
  const strict = await gateway.startAnother({ env: { RATE_LIMIT_REQUESTS: "1" } });
  await get("/nothing-here", opened, strict);
  const { status, text, headers } = await get("/nothing-here", opened, strict);
  const seconds = headers.get("retry-after");
  expect(status).toBe(429);
  expect(text).toContain(`Please wait ${seconds} seconds`);
  expect(kindOf(await get("/nothing-here", "*/*", strict))).toBe("application/json");
});

test("an overloaded gateway responds with a page to browsers, and with JSON to other clients", async () => {
  const server = createServer(
    createRefusal({ ...gateway.deps, busyPage: createBusyPage(gateway.deps) }),
  ).listen(0, "127.0.0.1");
  atFileEnd("the full server", () => new Promise((resolve) => server.close(resolve)));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, accept: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { Accept: accept, "Accept-Language": "de" },
    });
  const page = await ask("/nothing-here", opened);
  expect([page.status, page.headers.get("content-language")]).toEqual([503, "de"]);
  expect(await page.text()).toContain("Einen Moment bitte");
  expect(page.headers.get("content-security-policy")).toMatch(/style-src 'sha256-/);
  expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
  for (const [path, accept] of [
    ["/api/v1/polls", opened],
    ["/nothing-here", "*/*"],
  ] as const) {
    const answer = await ask(path, accept);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: "unavailable" }]);
  }
});

const facts = { requestId: "r", retryAfter: "7", brand: noBrand };
const statuses = [400, 403, 404, 405, 413, 429, 500, 503];

test.each(statuses)("the page of a %i has a link that leads on, in every language", (status) => {
  for (const language of languages) {
    const markup = renderPage(errorPage(status, { ...facts, language }));
    expect(markup).toMatch(/<a class="button" href="(\/|)">/);
    expect(markup).not.toContain("undefined");
  }
});

describeWithBrowser("in a browser", () => {
  test.each(sampleCases(looks, 2, 1))(
    "error pages have no accessibility violations: %s",
    async (_look, flags) => {
      const pages = statuses.flatMap((status) =>
        languages.map((language) => renderPage(errorPage(status, { ...facts, language }))),
      );
      const reports = await checkPages(pages, flags);
      expect(reports).toHaveLength(pages.length);
      for (const { violations, passes } of reports) {
        expect(violations).toEqual([]);
        expect(passes).toBeGreaterThan(5);
      }
    },
    90_000,
  );
});
