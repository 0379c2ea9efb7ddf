// Covers docs/reliability.md: cors-and-caches, error-answers, pages-and-exports

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { html, languages } from "@polls/markup";
import { shareGateway } from "../../testing/share-gateway";
import { noBrand } from "./brand";
import { errorPage } from "./error-page";
import { wordsIn } from "./languages";
import { en } from "./languages/en";
import { renderPage } from "./page-shell";

describe("the German texts", () => {
  const source = readFileSync(path.join(__dirname, "languages/de.ts"), "utf8");

  test("have no ß, because readers in Switzerland get the same", () => {
    expect(source).not.toContain("ß");
  });

  test("have the words of the other pages: things are “erstellt”, and no line breaks in “E‑Mail”", () => {
    expect(source).toContain("E\u2011Mail");
    expect(source).not.toMatch(/\bE-Mail|angelegt|anzulegen|anlegen/i);
  });
});

describe("the response with a page", () => {
  const link = `/opt-in/${"x".repeat(43)}`;
  const gateway = shareGateway();

  test("loads nothing, and cannot be framed, cached or sent as a referrer", async () => {
    const { status, headers, text } = await gateway.request(`GET ${link}`);
    expect(status).toBe(404);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|script-src|\*/);
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(text).not.toMatch(/<script|<img|<link|\son\w+=|style="/i);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("set-cookie")).toBeNull();
  });

  test.each([
    ["de-AT", "de", "Dieser Link ist nicht gültig"],
    ["fr, en;q=0.5", "en", "This link is not valid"],
  ])("for Accept-Language %s is in %s", async (wish, language, title) => {
    const { headers, text } = await gateway.request(`GET ${link}`, {
      headers: { "Accept-Language": wish },
    });
    expect(headers.get("content-language")).toBe(language);
    expect(headers.get("vary")).toContain("Accept-Language");
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(title);
  });

  test("HEAD has no body, OPTIONS lists the methods", async () => {
    const head = await gateway.request(`HEAD ${link}`);
    expect([head.status, head.text]).toEqual([404, ""]);
    const { headers } = await gateway.request(`OPTIONS ${link}`);
    expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
  });

  test("above the rate limit is a page that shows the error, with Retry-After", async () => {
    const strict = await gateway.startAnother({ env: { RATE_LIMIT_REQUESTS: "8" } });
    let answer = await strict.request(`GET ${link}`);
    for (let i = 0; i < 8 && answer.status !== 429; i++) {
      answer = await strict.request(`GET ${link}`);
    }
    expect(answer.status).toBe(429);
    expect(answer.text).toContain("Too many requests");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

test("the page of an internal error has a reference and no details", () => {
  const page = renderPage(
    errorPage(500, { language: "en", requestId: "request-1", brand: noBrand }),
  );
  expect(page).toContain("Reference: request-1");
  expect(page).not.toMatch(/error:|stack|prisma/i);
});

test("texts of users are escaped: title, poll, imprint", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const page = renderPage({
    status: 200,
    language: "en",
    title: evil,
    context: evil,
    imprint: [evil],
    content: [html`<p>${evil}</p>`],
  });
  expect(page).not.toMatch(/<script|<img/i);
  expect(page.match(/&lt;script&gt;/g)?.length).toBe(6);
});

describe("languages", () => {
  const keysOf = (value: unknown, path = ""): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
      : [path];
  const textsOf = (value: unknown): string[] =>
    typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [String(value)];

  test("have the same texts, none missing or untranslated", () => {
    const english = textsOf(en);
    for (const words of languages.filter((one) => one !== "en").map(wordsIn)) {
      expect(keysOf(words)).toEqual(keysOf(en));
      textsOf(words).forEach((text, index) => {
        expect(text.trim().length).toBeGreaterThan(3);
        if (/[a-z]{4}/i.test(text) && !text.includes("=>")) expect(text).not.toBe(english[index]);
      });
    }
  });

  test.each(languages.map(wordsIn))("have singular and plural forms of counts", (words) => {
    for (const say of [words.optIn.confirm.more, words.optIn.confirmed.cast]) {
      expect(say(1)).not.toContain("1 ");
      expect(say(12)).toContain("12");
    }
  });
});
