// Covers docs/reference/pages.md: looks

import { Readable } from "node:stream";
import type { Poll } from "@polls/domain/polls";
import { derivativeKey, newOriginalKey } from "@polls/storage";
import { buildAttachment, buildOption, png, sampleCases } from "@polls/testing";
import { openBrowser } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { failuresOf, type Report, reportOf } from "../../../testing/lighthouse";
import { signInAt } from "../../../testing/sign-in-page";
import { sharePages } from "../../../testing/start-pages";

const LCP_MS = 2_000;
const SHIFT = 0.05;
/** The performance score may be lower than 1 by this much. */
const LOST = 0.1;
const RUNS = 3;
const PHOTOS = 24;
/** Pictures in the sizes of the media worker. A phone shows the one of 60 kB. */
const pictures = {
  thumb: png(400, 267, 15_000),
  medium: png(1_024, 683, 60_000),
  large: png(1_200, 800, 90_000),
};

interface Measured {
  readonly lcp: number;
  readonly shift: number;
  readonly lost: number;
}

function measuredBy({ audits, categories }: Report): Measured {
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    // The response time of the server is subtracted, because gateway and browser share the
    // processor here. Other tests measure it.
    lcp: value("largest-contentful-paint") - value("server-response-time"),
    shift: value("cumulative-layout-shift"),
    lost: 1 - (categories.performance?.score ?? 0),
  };
}

describeWithBrowser("Lighthouse, as a slow phone", () => {
  const pages = sharePages();

  async function newPoll(type: string): Promise<Poll> {
    const poll = await pages.newPoll({}, { type, title: "Where do we eat on Friday?" });
    const isGallery = type === "Polls::PhotoGallery";
    for (let at = 1; at <= (isGallery ? PHOTOS : 4); at++) {
      const option = await buildOption(pages.gateway.db, poll, {
        content: `Place ${at}`,
        ...(type === "Polls::Survey" && { settings: { survey_step_type: "info" } }),
        ...(type === "Polls::AdventCalendar" && { startDate: new Date() }),
      });
      if (isGallery) await addPhoto(option);
    }
    return poll;
  }

  async function addPhoto(option: { readonly id: bigint }): Promise<void> {
    const { db, deps } = pages.gateway;
    const { id } = await buildAttachment(db, option, {
      derivatives: ["thumb", "medium", "large"],
      thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
    });
    const original = newOriginalKey();
    for (const [name, bytes] of Object.entries(pictures)) {
      const storageKey = derivativeKey(original, {
        name,
        sha256: "0".repeat(64),
        extension: "webp",
      });
      const contentType = "image/webp";
      await deps.storage.put(storageKey, Readable.from([bytes]), { contentType });
      await db.prisma.derivative.update({
        where: { attachmentId_name: { attachmentId: id, name } },
        data: { storageKey, byteSize: bytes.length },
      });
    }
  }

  const measured = [
    ["the start page", undefined, "/"],
    ["a voting", "Polls::Voting", ""],
    ["a gallery", "Polls::PhotoGallery", ""],
    ["a survey", "Polls::Survey", ""],
    ["results", "Polls::Voting", "/results"],
  ] as const;
  test.each(sampleCases(measured, 5, 0))(
    "gets %s fast, without layout shifts or accessibility violations",
    async (_case, type, place) => {
      const path = type === undefined ? "" : `/p/${(await newPoll(type)).memberHash}`;
      const url = pages.gateway.url + path + place;
      const runs: Measured[] = [];
      const best = (of: keyof Measured) => Math.min(...runs.map((run) => run[of]));
      const isGood = () => best("lcp") <= LCP_MS && best("shift") < SHIFT && best("lost") <= LOST;
      // Other work on the machine makes a run slower and never faster, so the best of three runs
      // counts.
      while (runs.length < RUNS && !isGood()) {
        const report = await reportOf(url, ["performance", "accessibility", "best-practices"]);
        expect(failuresOf(report, "accessibility")).toEqual([]);
        expect(failuresOf(report, "best-practices")).toEqual([]);
        runs.push(measuredBy(report));
      }
      expect({ isGood: isGood(), runs }).toEqual({ isGood: true, runs });
    },
  );

  async function expectNoFailures(path: string, cookie = ""): Promise<void> {
    const categories = ["accessibility", "best-practices"];
    const report = await reportOf(
      pages.gateway.url + path,
      categories,
      cookie === "" ? {} : { Cookie: cookie },
    );
    expect(report.categories.accessibility?.score).toBe(1);
    expect(categories.flatMap((each) => failuresOf(report, each))).toEqual([]);
  }

  test.each(sampleCases(["/sign-in", "/docs"], 2, 0))("reports no failed audit at %s", (path) =>
    expectNoFailures(path),
  );

  const unmeasured = ["Table", "PairwiseComparison", "Collection", "AdventCalendar"];
  test.each(sampleCases(unmeasured, 4, 0))(
    "reports no failed audit in a poll: %s",
    async (type) => {
      const { memberHash } = await newPoll(`Polls::${type}`);
      await expectNoFailures(`/p/${memberHash}`);
    },
  );

  test("reports no failed audit on pages of a signed-in owner", async () => {
    const { adminHash } = await newPoll("Polls::Voting");
    const { email } = await pages.gateway.db.prisma.account.findUniqueOrThrow({
      where: { id: pages.owner.id },
    });
    const browser = await openBrowser();
    const state = await signInAt(pages.gateway, browser, email ?? "").finally(() =>
      browser.close(),
    );
    const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    for (const path of sampleCases(["/polls", "/account", `/p/${adminHash}/admin`], 3, 0)) {
      await expectNoFailures(path, cookie);
    }
  });
});
