// Covers docs/reference/payments.md: pay-page
// Covers docs/reliability.md: pages-and-exports

import type { Payment } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { type Language, languages } from "@polls/markup";
import { sampleCases } from "@polls/testing";
import { checkPages, describeWithBrowser, looks } from "../../../testing/check-pages";
import { htmlPageHeaders, renderPage } from "../../pages/page-shell";
import type { PayPageState } from "../payments/look-at-payment";
import { payPage } from "./pay-page";

const poll = {
  title: "Best <b>cake</b>",
  memberHash: "abc",
  settings: {
    publisher: "The club",
    publisher_info: "Main street 1",
    terms: "All sales are final.\nNo <b>refunds</b>.",
    privacy_policy: "We keep what we must.",
  },
} as unknown as Poll;

const payment = {
  kind: "votes",
  quantity: 5,
  unitAmount: 100,
  currency: "eur",
  credited: 5,
  subject: "Tea & <b>milk</b>",
  pollTitle: poll.title,
  received: 0,
  refunded: 0,
} as Payment;

const pageStates: readonly PayPageState[] = [
  ...(["ready", "preparing", "processing", "again", "paid", "refused"] as const),
  ...([
    "rejected",
    "refund_failed",
    "refunded",
    "disputed",
    "replaced",
    "paused",
    "closed",
  ] as const),
];

const around = (language: Language, isReturning = false) => ({
  language,
  isReturning,
  addressOf: () => "https://polls.example/p/abc",
});

const viewOf = (
  pageState: PayPageState,
  isReturning: boolean,
  language: Language = "en",
  facts: Partial<Payment> = {},
) =>
  payPage(
    {
      kind: "payment",
      poll,
      pageState,
      isUntouched: false,
      holdsVotes: false,
      payment: { ...payment, ...facts },
      checkoutUrl: pageState === "ready" ? "https://provider.example/checkout" : undefined,
    },
    around(language, isReturning),
  );

const pageOf = (pageState: PayPageState, language: Language, facts: Partial<Payment> = {}) =>
  renderPage(viewOf(pageState, false, language, facts));

const cases = pageStates.flatMap((pageState) =>
  languages.map((language) => [pageState, language] as const),
);

test.each(cases)(
  "%s (%s): shows the purchased object and the amount, escaped",
  (pageState, language) => {
    const page = pageOf(pageState, language);
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain("Tea &amp; &lt;b&gt;milk&lt;/b&gt;");
    expect(page).toMatch(language === "en" ? /€5\.00/ : /5,00\s€/);
    expect(page).not.toMatch(/<b>|undefined/);
  },
);

test.each(cases)("%s (%s): links to the checkout only if it can be paid", (pageState, language) => {
  const page = pageOf(pageState, language);
  expect(page.includes("https://provider.example/checkout")).toBe(pageState === "ready");
  expect(page.includes("<button")).toBe(pageState === "again");
});

test.each(pageStates)("%s: reloads itself only while it waits", (pageState) => {
  for (const isReturning of [false, true]) {
    const page = viewOf(pageState, isReturning);
    const waits =
      ["preparing", "paused"].includes(pageState) || (pageState === "ready" && isReturning);
    expect(page.autoRefresh ?? false).toBe(waits);
    const markup = renderPage(page);
    expect(markup.match(/<script.*?<\/script>/g)).toEqual(
      waits ? ['<script src="/pages/watch.js" defer></script>'] : null,
    );
    const withoutScript = '<noscript><meta http-equiv="refresh" content="2"></noscript>';
    expect(markup.includes(withoutScript)).toBe(waits);
    expect(markup.includes('<main aria-live="polite">')).toBe(waits);
    const { "Content-Security-Policy": policy = "", ...headers } = htmlPageHeaders(page);
    expect(policy.match(/(script|connect)-src[^;]*/g)).toEqual(
      waits ? ["script-src 'self'", "connect-src 'self'"] : null,
    );
    expect(headers).not.toHaveProperty("Refresh");
  }
});

test("after a partial refund, the page shows the counted votes and the refund", () => {
  const page = pageOf("paid", "en", { received: 500, refunded: 200, credited: 3 });
  expect(page).toContain("Your 3 bought votes count");
  expect(page).toMatch(/€5\.00.*Refunded<\/dt><dd>€2\.00/);
});

test("the page of a donation shows the amount once it is paid", () => {
  const donation = { kind: "voting_donation", quantity: 1, unitAmount: undefined } as const;
  expect(pageOf("ready", "en", donation)).toContain("You choose the amount");
  const given = pageOf("paid", "en", { ...donation, received: 1_234 });
  expect(given).toContain("€12.34");
  expect(given).not.toContain("You choose");
});

const pageWith = (settings: object) =>
  renderPage(
    payPage(
      {
        kind: "payment",
        poll: { ...poll, creatorName: "Ada Creator", settings } as unknown as Poll,
        pageState: "preparing",
        isUntouched: false,
        holdsVotes: false,
        payment,
        checkoutUrl: undefined,
      },
      around("en"),
    ),
  );

// Settings: privacy_policy, terms
test("the page has the texts of the settings terms and privacy_policy, if there are any", () => {
  const texts = { terms: "All sales are final.", privacy_policy: "We keep little." };
  for (const text of Object.values(texts)) {
    expect(pageWith(texts)).toContain(text);
    expect(pageWith({})).not.toContain(text);
  }
});

test("the page names the publisher, and never the creator, whose name only admins see", () => {
  expect(pageWith({ publisher: "The club" })).toContain("<dt>Publisher</dt><dd>The club</dd>");
  expect(pageWith({})).not.toMatch(/Publisher|Ada Creator/);
});

test("an unknown token gets a page with 404", () => {
  expect(payPage(undefined, around("de"))).toMatchObject({ status: 404, icon: "warn" });
});

describeWithBrowser("with axe-core in a browser (skipped where there is no Chromium)", () => {
  test.each(sampleCases(looks, 2, 1))(
    "no page has an accessibility violation: %s",
    async (_look, flags) => {
      const reports = await checkPages(
        [
          ...cases.map(([pageState, language]) => pageOf(pageState, language)),
          renderPage(payPage(undefined, around("en"))),
        ],
        flags,
      );
      expect(reports).toHaveLength(cases.length + 1);
      reports.forEach(({ passes, violations }, index) => {
        expect([cases[index], violations]).toEqual([cases[index], []]);
        expect(passes).toBeGreaterThan(8);
      });
    },
  );
});
