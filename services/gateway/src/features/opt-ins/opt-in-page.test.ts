import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Option, Poll } from "@polls/domain";
import type { Language } from "../../pages/languages/language";
import { renderPage } from "../../pages/page-shell";
import { type optInPage as OptInPage, optInPage } from "./opt-in-page";

type View = Parameters<typeof OptInPage>[0];

const poll = {
  title: "Where do we <b>eat</b>?",
  memberHash: "abc",
  settings: {
    publisher: "The club",
    publisher_email: "club@example.org",
    publisher_info: "Main street 1",
  },
} as unknown as Poll;
const optIn = { email: "ada@example.org" } as never;
const option = (content: string) => ({ content }) as Option;

const views: Readonly<Record<string, View>> = {
  confirm: { kind: "confirm", poll, optIn, heldVotes: 2 },
  confirmed: { kind: "confirmed", poll, released: { cast: 1, toPay: [], dropped: [] } },
  "partly dropped, partly to pay": {
    kind: "confirmed",
    poll,
    released: {
      cast: 0,
      toPay: [{ option: option("Song"), url: "https://polls.example/pay/x" }],
      dropped: [
        {
          option: option("Full <house>"),
          voteDate: "2030-01-01",
          code: "limit_per_option_reached",
        },
        { option: undefined, voteDate: undefined, code: "whatever" },
      ],
    },
  },
  already: { kind: "already", poll, optIn },
  expired: { kind: "expired", poll, optIn },
  ended: { kind: "ended", poll, optIn },
  taken: { kind: "taken", poll, optIn },
  closed: { kind: "closed", poll, optIn },
  unknown: { kind: "unknown" },
};

const cases = Object.keys(views).flatMap((name) =>
  (["en", "de"] as const).map((language) => [name, language] as const),
);
const pageOf = (name: string, language: Language): string =>
  renderPage(
    optInPage(views[name] as View, { language, addressOf: () => "https://polls.example/p/abc" }),
  );

test.each(cases)(
  "%s (%s): one heading, a title, a language, a main part, escaped texts",
  (name, language) => {
    const page = pageOf(name, language);
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page.match(/<main>/g)).toHaveLength(1);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toMatch(/<title>[^<]{10,}<\/title>/);
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(page).not.toMatch(/<b>|<house>|undefined|<script/);
    if (name !== "unknown") expect(page).toContain("Where do we &lt;b&gt;eat&lt;/b&gt;?");
  },
);

test.each(cases)(
  "%s (%s): only the page that confirms has a button, and it is a form of its own",
  (name, language) => {
    const page = pageOf(name, language);
    expect(page.match(/<form method="post">/g)?.length ?? 0).toBe(name === "confirm" ? 1 : 0);
    expect(page.match(/<button type="submit">/g)?.length ?? 0).toBe(name === "confirm" ? 1 : 0);
  },
);

test("dropped votes are named with their day and a reason, those to be paid have a link", () => {
  const page = pageOf("partly dropped, partly to pay", "en");
  expect(page).toContain(
    "Full &lt;house&gt; (2030-01-01): the greatest number of votes is reached",
  );
  expect(page).toContain("An option: it does not fit the poll as it is now");
  expect(page).toContain('<a href="https://polls.example/pay/x">Pay for “Song”</a>');
  expect(page).not.toContain("count now");
});

const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (file) => existsSync(file),
);

(chromium === undefined ? describe.skip : describe)(
  "with axe-core in a browser (skipped where there is no Chromium)",
  () => {
    const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
    let directory: string;
    beforeAll(() => {
      directory = mkdtempSync(path.join(tmpdir(), "axe-"));
    });
    afterAll(() => rmSync(directory, { recursive: true, force: true }));

    test.each([
      ["light", "1280,900", []],
      ["dark, on a phone", "500,900", ["--blink-settings=preferredColorScheme=0"]],
    ] as const)(
      "no page has a violation: %s",
      async (_case, size, more) => {
        const pages = cases.map(([name, language]) => ({
          name,
          language,
          page: pageOf(name, language),
        }));
        const file = path.join(directory, "pages.html");
        // All pages in frames of one document, so that the browser starts once.
        const frames = pages.map(({ page }) =>
          page.replace(
            "</body>",
            `<script>${axe.replaceAll("</script>", "<\\/script>")}</script></body>`,
          ),
        );
        writeFileSync(
          file,
          `<!doctype html><html lang="en"><title>pages</title><body><pre id="result"></pre><script>
const frames = ${JSON.stringify(frames).replaceAll("<", "\\u003c")};
const results = [];
const next = (index) => {
  if (index === frames.length) { document.getElementById("result").textContent = JSON.stringify(results); return; }
  const frame = document.createElement("iframe");
  frame.style = "width:100vw;height:100vh";
  frame.onload = async () => {
    const { violations, passes } = await frame.contentWindow.axe.run(frame.contentDocument);
    results.push({ passes: passes.length, violations: violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")) });
    frame.remove();
    next(index + 1);
  };
  frame.srcdoc = frames[index];
  document.body.append(frame);
};
next(0);
</script></body></html>`,
        );
        const { stdout } = await promisify(execFile)(
          chromium ?? "",
          [
            ...[
              "--headless=new",
              "--no-sandbox",
              "--disable-gpu",
              `--window-size=${size}`,
              ...more,
            ],
            ...[
              "--virtual-time-budget=30000",
              `--user-data-dir=${path.join(directory, "profile")}`,
            ],
            ...["--dump-dom", `file://${file}`],
          ],
          { maxBuffer: 100_000_000, timeout: 60_000 },
        );
        const [, json = "[]"] = /<pre id="result">([^<]*)<\/pre>/.exec(stdout) ?? [];
        const results = JSON.parse(
          json.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
        ) as { readonly passes: number; readonly violations: readonly string[] }[];
        expect(results).toHaveLength(cases.length);
        results.forEach(({ passes, violations }, index) => {
          expect([pages[index]?.name, pages[index]?.language, violations]).toEqual([
            ...(cases[index] ?? []),
            [],
          ]);
          expect(passes).toBeGreaterThan(8);
        });
      },
      90_000,
    );
  },
);
