// Covers docs/reference/payments.md: connected-accounts

import { languages } from "@polls/markup";
import { sampleCases } from "@polls/testing";
import { checkPages, describeWithBrowser, looks } from "../../../testing/check-pages";
import { renderPage } from "../../pages/page-shell";
import type { ConnectedAccountRow } from "../payments/connected-account";
import { type ConnectPageState, connectPage, connectView } from "./connect-page";

const now = new Date("2030-01-01T12:00:00Z");
const inMs = (ms: number) => new Date(now.getTime() + ms);
const linkUrl = "https://provider.example/onboarding";

const row = (facts: Partial<ConnectedAccountRow>) =>
  ({
    state: "onboarding",
    endedAt: null,
    linkUrl: null,
    linkExpiresAt: null,
    linkAskedAt: null,
    refusal: null,
    ...facts,
  }) as ConnectedAccountRow;
const open = { linkUrl, linkExpiresAt: inMs(300_000), linkAskedAt: inMs(-60_000) };

test.each<[ConnectPageState, Partial<ConnectedAccountRow>, "provider" | "expired" | undefined]>([
  ["preparing", { linkAskedAt: inMs(-1_000) }, undefined],
  ["unfinished", { linkAskedAt: inMs(-30_000) }, undefined],
  ["open", open, undefined],
  ["unfinished", { ...open, linkExpiresAt: inMs(30_000) }, undefined],
  ["unfinished", open, "expired"],
  ["checking", open, "provider"],
  ["ready", { state: "ready" }, "provider"],
  ["restricted", { state: "restricted" }, undefined],
  ["open", { ...open, state: "restricted" }, undefined],
  ["payments_refused", { state: "restricted", refusal: "No" }, undefined],
  ["refused", { state: "refused" }, undefined],
  ["ended", { state: "ready", endedAt: now }, undefined],
])("the state is %s for %j when the visitor comes from %p", (pageState, facts, visit) => {
  expect(connectView(row(facts), visit, now)).toEqual({
    pageState,
    linkUrl: pageState === "open" ? linkUrl : undefined,
    refusal: pageState === "payments_refused" ? "No" : undefined,
  });
});

const pageStates: readonly ConnectPageState[] = [
  ...(["preparing", "open", "unfinished", "checking"] as const),
  ...(["ready", "restricted", "payments_refused", "refused", "ended"] as const),
];
const cases = pageStates.flatMap((pageState) =>
  languages.map((language) => [pageState, language] as const),
);
const pageOf = (pageState: ConnectPageState, language: "en" | "de") =>
  connectPage(
    {
      pageState,
      linkUrl: pageState === "open" ? linkUrl : undefined,
      refusal: pageState === "payments_refused" ? "Not in <TH>" : undefined,
    },
    language,
  );

test.each(cases)(
  "%s (%s): the page has a link or button if there is a next step",
  (pageState, language) => {
    const page = pageOf(pageState, language);
    const markup = renderPage(page);
    expect(markup.match(/<h1>/g)).toHaveLength(1);
    expect(markup).not.toContain("undefined");
    expect(markup.includes(linkUrl)).toBe(pageState === "open");
    const asks = ["unfinished", "checking", "restricted", "payments_refused"].includes(pageState);
    expect(markup.includes('<form method="post" action="?">')).toBe(asks);
    expect(page.autoRefresh ?? false).toBe(["preparing", "checking"].includes(pageState));
  },
);

test("an unknown token gets a page with 404", () => {
  expect(connectPage(undefined, "de")).toMatchObject({ status: 404, icon: "warn" });
});

describeWithBrowser("with axe-core in a browser (skipped where there is no Chromium)", () => {
  test.each(sampleCases(looks, 2, 0))(
    "no page has an accessibility violation: %s",
    async (_look, flags) => {
      const pages = [...cases.map((one) => pageOf(...one)), connectPage(undefined, "en")];
      const reports = await checkPages(
        pages.map((page) => renderPage(page)),
        flags,
      );
      expect(reports.map(({ violations }) => violations)).toEqual(pages.map(() => []));
    },
  );
});
