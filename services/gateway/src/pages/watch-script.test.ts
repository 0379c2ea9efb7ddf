import { createServer } from "node:http";
import { type AddressInfo, BlockList } from "node:net";
import { html } from "@polls/markup";
import express from "express";
import { describeWithBrowser, dumpPage } from "../../testing/check-pages";
import { createRateLimiter } from "../http/limits/rate-limiter";
import { setSecurityHeaders } from "../http/server/security-headers";
import { addScriptRoutes, watchPath } from "./browser-script";
import { type HtmlPage, htmlPageHeaders, renderPage } from "./page-shell";

const terms = html`<details><summary>Terms</summary><p>All of them.</p></details>`;
const page: HtmlPage = { status: 200, language: "en", title: "Wait", content: [] };
const waiting: HtmlPage = { ...page, content: [html`<p>Soon.</p>`, terms], autoRefresh: true };
const ready: HtmlPage = { ...page, title: "Pay", content: [terms, html`<a href="/x">Pay now</a>`] };

/**
 * A script that acts as a visitor: it opens the terms, keeps the focus there, and records where the
 * focus is.
 */
const visitor = `
const summary = document.querySelector("summary");
summary.parentElement.open = true;
summary.focus();
setInterval(() => { document.body.dataset.focus = document.activeElement.tagName; }, 500);`;

/** The responses, one after the other. The last one is repeated. */
let answers: (readonly [status: number, page: HtmlPage])[];
let asked: unknown[];
let url: string;
const app = express();
app.disable("etag");
app.use(setSecurityHeaders);
addScriptRoutes(app, {
  config: {
    rateLimits: {
      requests: 1_000,
      createdParticipants: 1,
      imports: 1,
      passwordFailures: 1,
      passwordFailuresOfClient: 1,
      passwordFailuresOfPoll: 1,
      passwordsSet: 1,
      passwordsSetOfPoll: 1,
    },
    trustedProxies: new BlockList(),
  },
  rateLimiter: createRateLimiter({ clock: Date.now }),
});
app.get("/visitor.js", (_request, response) => {
  response.type("text/javascript").send(visitor);
});
app.get("/pay", (request, response) => {
  const [[status, answer] = [500, page]] = answers.length > 1 ? answers.splice(0, 1) : answers;
  asked.push(request.headers["sec-fetch-dest"]);
  const markup = renderPage(answer);
  const isFirst = asked.length === 1;
  response
    .status(status)
    .set(htmlPageHeaders(answer))
    .end(
      isFirst ? markup.replace("</body>", '<script src="/visitor.js"></script></body>') : markup,
    );
});
const server = createServer(app);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test("the script is served once for each version", async () => {
  const { status, headers } = await fetch(url + watchPath);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "public, no-cache",
  });
  const asBrowsersAsk = {
    "If-None-Match": headers.get("etag") ?? "",
    "Cache-Control": "max-age=0",
  };
  expect((await fetch(url + watchPath, { headers: asBrowsersAsk })).status).toBe(304);
});

describeWithBrowser("in a browser (skipped where there is no Chromium)", () => {
  test("a page refreshes without navigation, also after a failure, and stops once it is final", async () => {
    answers = [
      [200, waiting],
      [200, waiting],
      [503, { ...page, title: "Unavailable" }],
      [200, ready],
    ];
    const dom = await dumpPage(`${url}/pay`);
    expect(asked).toEqual(["document", "empty", "empty", "empty"]);
    expect(dom).toMatch(/<title>Pay<\/title>[\s\S]*<h1>Pay<\/h1>/);
    expect(dom).toContain('<a href="/x">Pay now</a>');
    expect(dom).not.toMatch(/Soon|<h1>Wait/);
    expect(dom).toContain('<details open="">');
    expect(dom).toContain('data-focus="SUMMARY"');
  });

  test("an unchanged page is requested less and less often, and never reloaded", async () => {
    answers = [[200, waiting]];
    const dom = await dumpPage(`${url}/pay`);
    expect(dom).toContain("Soon.");
    const [first, ...rest] = asked;
    expect(first).toBe("document");
    expect(new Set(rest)).toEqual(new Set(["empty"]));
    expect(rest.length).toBeGreaterThan(5);
    expect(rest.length).toBeLessThan(13);
  });
});
