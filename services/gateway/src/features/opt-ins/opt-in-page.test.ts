import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { type Language, languages } from "@polls/markup";
import { renderPage } from "../../pages/page-shell";
import { checkPages, describeWithBrowser, looks } from "../../testing/check-pages";
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
  confirmed: { kind: "confirmed", poll, optIn, released: { cast: 1, toPay: [], dropped: [] } },
  "partly dropped, partly to pay": {
    kind: "confirmed",
    poll,
    optIn,
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
  "confirmed, with a fee": {
    kind: "confirmed",
    poll,
    optIn,
    released: { cast: 1, toPay: [], dropped: [] },
  },
  already: { kind: "already", poll, optIn },
  expired: { kind: "expired", poll, optIn },
  ended: { kind: "ended", poll, optIn },
  taken: { kind: "taken", poll, optIn },
  closed: { kind: "closed", poll, optIn },
  unknown: { kind: "unknown" },
};

const cases = Object.keys(views).flatMap((name) =>
  languages.map((language) => [name, language] as const),
);
const pageOf = (name: string, language: Language): string =>
  renderPage(
    optInPage(views[name] as View, {
      language,
      addressOf: () => "https://polls.example/p/abc",
      feeUrl: name.endsWith("fee") ? "https://polls.example/pay/fee" : undefined,
    }),
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

describeWithBrowser("with axe-core in a browser (skipped where there is no Chromium)", () => {
  test.each(looks)("no page has a violation: %s", async (_look, flags) => {
    const reports = await checkPages(
      cases.map(([name, language]) => pageOf(name, language)),
      flags,
    );
    expect(reports).toHaveLength(cases.length);
    reports.forEach(({ passes, violations }, index) => {
      expect([...(cases[index] ?? []), violations]).toEqual([...(cases[index] ?? []), []]);
      expect(passes).toBeGreaterThan(8);
    });
  });
});
