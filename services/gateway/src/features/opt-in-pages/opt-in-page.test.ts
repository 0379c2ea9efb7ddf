// Covers docs/reference/opt-in.md: confirming, what-is-shown
// Covers docs/reliability.md: opt-in-links, pages-and-exports

import type { OptInRequestFacts } from "@polls/db/participants";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { type Language, languages } from "@polls/markup";
import { sampleCases } from "@polls/testing";
import { checkPages, describeWithBrowser, looks } from "../../../testing/check-pages";
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
    timezone: "Europe/Berlin",
    hidden_image_name: true,
  },
  votingCategories: [{ id: 1, title: "Taste" }],
} as unknown as Poll;
const optIn = { email: "ada@example.org" } as never;
const option = (content: string) =>
  ({ type: "Options::TextOption", content, settings: {} }) as Option;
const unnamed = (facts: Partial<Option>) =>
  ({ type: "Options::DateOption", position: 4, settings: {}, ...facts }) as Option;

const named = (content: string | undefined) => ({
  kind: "option" as const,
  wholeDays: false,
  content,
  name: undefined,
  position: 3,
});
const vote = {
  publicId: "v1",
  type: "Votes::BooleanVote",
  value: 1,
  text: undefined,
  options: [named("Pizza <b>")],
  loser: undefined,
  inputType: undefined,
  votingCategoryId: undefined,
  voteDate: undefined,
};
const request: OptInRequestFacts = {
  participantId: 1n,
  participantPublicId: "p1",
  userName: "Ada <b> https://evil.example",
  takesPart: false,
  askedAt: new Date("2030-06-15T12:00:00Z"),
  requesterKey: new Uint8Array([1]),
  votes: [
    vote,
    {
      ...vote,
      publicId: "v2",
      options: [named("Food"), named("Soup")],
      votingCategoryId: 1,
      voteDate: "2030-06-15",
      value: -1,
    },
    {
      ...vote,
      publicId: "v3",
      type: "Votes::TextVote",
      value: undefined,
      text: "www.evil.example now",
      options: [named(undefined)],
    },
  ],
  voteCount: 5,
  fingerprint: "f1",
};
const other = {
  ...request,
  participantPublicId: "p2",
  userName: undefined,
  requesterKey: undefined,
  votes: [],
  voteCount: 0,
};

const views: Readonly<Record<string, View>> = {
  confirm: { kind: "confirm", poll, optIn, requests: [request] },
  "confirm one of two": { kind: "confirm", poll, optIn, requests: [request, other] },
  denied: { kind: "denied", poll, optIn },
  confirmed: {
    kind: "confirmed",
    poll,
    optIn,
    waits: false,
    request,
    released: { cast: ["v1"], toPay: [], dropped: [] },
    personalUrl: "https://polls.example/p/abc/device#continue=token",
  },
  "partly dropped, partly to pay": {
    kind: "confirmed",
    poll,
    optIn,
    waits: true,
    request,
    personalUrl: undefined,
    released: {
      cast: [],
      toPay: [{ options: [option("Song")], url: "https://polls.example/pay/x" }],
      dropped: [
        {
          options: [option("Full <house>")],
          voteDate: "2030-01-01",
          code: "limit_per_option_reached",
        },
        {
          options: [option("Food"), unnamed({ startDate: new Date("2030-07-02T00:00:00+02:00") })],
          voteDate: undefined,
          code: "whatever",
        },
        { options: [unnamed({})], voteDate: undefined, code: "whatever" },
        {
          options: [{ ...option("secret.png"), type: "Options::ImageOption", position: 5 }],
          voteDate: undefined,
          code: "whatever",
        },
      ],
    },
  },
  "confirmed, with a fee": {
    kind: "confirmed",
    poll,
    optIn,
    waits: false,
    request,
    released: { cast: ["v1"], toPay: [], dropped: [] },
    personalUrl: undefined,
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
const pageOf = (name: string, language: Language, view = views[name] as View): string =>
  renderPage(
    optInPage(view, {
      language,
      path: "/opt-in/token",
      ownRequesterKey: () => new Uint8Array([1]),
      notice: name === "denied" ? "denied" : undefined,
      addressOf: () => "https://polls.example/p/abc",
      feeUrl: name.endsWith("fee") ? "https://polls.example/pay/fee" : undefined,
    }),
  );

test.each(cases)(
  "%s (%s): the page has one heading, a title, a language and a main element, and texts are escaped",
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
  "%s (%s): only the page that confirms has buttons, each in a form of its own",
  (name, language) => {
    const page = pageOf(name, language);
    const forms = { confirm: 2, "confirm one of two": 3 }[name] ?? 0;
    expect(
      page.match(/<form method="post" action="[^"]+"><button type="submit"/g)?.length ?? 0,
    ).toBe(forms);
    expect(page.match(/<button/g)?.length ?? 0).toBe(forms);
  },
);

test("the page shows the name, time, network and votes of each request, and texts of users are no links", () => {
  const page = pageOf("confirm one of two", "en");
  for (const said of [
    "Ada &lt;b&gt; https: // evil. example",
    "15 June 2030 at 14:00 (Central European Time, UTC+2)",
    "From the internet connection you are using now",
    "Pizza &lt;b&gt;: <strong>yes</strong>",
    "Food – Soup (Taste, 2030-06-15): <strong>no</strong>",
    "Option 3: <strong>www. evil. example now</strong>",
    "and 2 more",
    "<dd>No name</dd>",
    "None yet",
  ])
    expect(page).toContain(said);
  expect(page.match(/internet connection/g)).toHaveLength(1);
  expect(page).toContain('action="/opt-in/token?participant=p1&amp;shown=f1"');
  expect(page).toContain('action="/opt-in/token/deny?participant=p1&amp;participant=p2"');
});

test("a confirmation names the participant and the votes that count now, and no others", () => {
  const page = pageOf("confirmed", "en");
  expect(page).toContain("<dd>Ada &lt;b&gt; https: // evil. example</dd>");
  expect(page).toContain("Pizza &lt;b&gt;: <strong>yes</strong>");
  expect(page).not.toContain("Soup");
  for (const name of ["already", "confirmed, with a fee", "partly dropped, partly to pay"]) {
    expect(pageOf(name, "en")).not.toContain("<strong>yes");
  }
});

test("a confirmation leads to the votes by the personal link, else says that nothing is left to do", () => {
  const page = pageOf("confirmed", "en");
  expect(page).toContain(
    'href="https://polls.example/p/abc/device#continue=token">See my votes</a>',
  );
  expect(page).not.toContain('href="https://polls.example/p/abc"');
  for (const name of ["confirmed, with a fee", "partly dropped, partly to pay"]) {
    expect(pageOf(name, "en")).toContain("You need not vote again");
    expect(pageOf(name, "en")).toContain('href="https://polls.example/p/abc"');
  }
});

test.each([
  ["en", "You are on the waiting list"],
  ["de", "Sie stehen auf der Warteliste"],
] as const)("a participant who waits for a place is told so (%s)", (language, said) => {
  expect(pageOf("partly dropped, partly to pay", language)).toContain(said);
  expect(pageOf("confirmed", language)).not.toContain(said);
});

test("dropped votes are listed with their day and a reason, and votes to be paid have a link", () => {
  const page = pageOf("partly dropped, partly to pay", "en");
  expect(page).toContain("Full &lt;house&gt; (2030-01-01): the maximum number of votes is reached");
  for (const name of ["Food – Tuesday, 2 July 2030", "Option 4", "Photo 5"]) {
    expect(page).toContain(`<li>${name}: it does not fit the poll as it is now`);
  }
  expect(page).not.toContain("secret");
  expect(page).toContain('<a class="button" href="https://polls.example/pay/x">Pay for “Song”</a>');
  expect(page).not.toContain("now count");
});

test("a sign-up list speaks of signing up, not of votes", () => {
  const list = {
    ...poll,
    settings: {
      ...poll.settings,
      vote_type: "Votes::UpVote",
      limit_per_option_type: "limit_individual",
    },
    votingCategories: [],
  } as Poll;
  const pageOfList = (name: string): string =>
    pageOf(name, "en", { ...(views[name] as object), poll: list } as View);
  expect(pageOfList("confirm")).toContain("these sign-ups will count");
  expect(pageOfList("confirmed")).toContain("You are signed up");
  for (const name of ["confirm", "confirmed"]) expect(pageOfList(name)).not.toMatch(/\bvotes?\b/);
});

describeWithBrowser("with axe-core in a browser (skipped where there is no Chromium)", () => {
  test.each(sampleCases(looks, 2, 1))(
    "no page has an accessibility violation: %s",
    async (_look, flags) => {
      const reports = await checkPages(
        cases.map(([name, language]) => pageOf(name, language)),
        flags,
      );
      expect(reports).toHaveLength(cases.length);
      reports.forEach(({ passes, violations }, index) => {
        expect([...(cases[index] ?? []), violations]).toEqual([...(cases[index] ?? []), []]);
        expect(passes).toBeGreaterThan(8);
      });
    },
  );
});
