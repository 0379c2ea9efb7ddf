import { buildAttachment, buildOption } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { phone } from "../../testing/browse";
import { describeWithBrowser } from "../../testing/check-pages";
import { png } from "../../testing/png";
import { barriersOf, type Pages, startPages } from "../../testing/start-pages";

/** A phone of the middle class on a slow mobile network. */
const SLOWDOWN = 4;
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const LCP_MS = 2_000;
const SHIFT = 0.05;
const PHOTOS = 24;

interface Measured {
  readonly lcp: number;
  readonly shift: number;
}

const observe = `
  window.measured = { lcp: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.measured.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) window.measured.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
`;

describeWithBrowser("a slow phone", () => {
  let pages: Pages;
  beforeAll(async () => {
    pages = await startPages();
  });
  afterAll(() => pages?.close());
  afterEach(() => pages.closeContexts());

  const options: BrowserContextOptions = { ...phone, bypassCSP: true };

  async function newPoll(type: string): Promise<string> {
    const poll = await pages.newPoll({}, { type, title: "Where do we eat on Friday?" });
    const isGallery = type === "Polls::PhotoGallery";
    for (let at = 1; at <= (isGallery ? PHOTOS : 4); at++) {
      const option = await buildOption(pages.gateway.db, poll, {
        content: `Place ${at}`,
        ...(type === "Polls::Survey" && { settings: { survey_step_type: "info" } }),
      });
      if (!isGallery) continue;
      const { id } = await buildAttachment(pages.gateway.db, option, {
        derivatives: ["thumb", "medium", "large"],
        thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
      });
      await pages.gateway.db.prisma.attachment.update({
        where: { id },
        data: { width: 1_200, height: 800 },
      });
    }
    return `/p/${poll.memberHash}`;
  }

  async function measure(path: string, ready: (page: Page) => Promise<unknown>): Promise<Measured> {
    const page = await pages.visit("/sign-in", options);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.enable");
    await cdp.send("Network.clearBrowserCache");
    await cdp.send("Network.emulateNetworkConditions", slowNetwork);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await page.route("**/files/**", (route) =>
      route.fulfill({ contentType: "image/png", body: png(8, 8) }),
    );
    await page.addInitScript(observe);
    await page.goto(pages.gateway.url + path);
    await ready(page);
    await page.waitForFunction("window.measured.lcp > 0 && document.readyState === 'complete'");
    const measured = await page.evaluate<Measured>("window.measured");
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    expect(await barriersOf(page)).toEqual([]);
    await page.context().close();
    return measured;
  }

  const shown = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();
  test.each<[string, string, string, (page: Page) => Promise<unknown>]>([
    ["a voting", "Polls::Voting", "", shown("li.option")],
    ["a gallery", "Polls::PhotoGallery", "", shown("li.option")],
    ["a survey", "Polls::Survey", "", (page) => page.getByText("Step 1 of 4").waitFor()],
    ["results", "Polls::Voting", "/results", shown(".bars > li")],
  ])("shows %s soon, and hardly moves it", async (_case, type, place, ready) => {
    const path = (await newPoll(type)) + place;
    const measured: Measured[] = [];
    // The machine has other work too: the best of three counts.
    for (let run = 0; run < 3; run++) measured.push(await measure(path, ready));
    const best = (of: keyof Measured) => Math.min(...measured.map((each) => each[of]));
    expect(best("lcp")).toBeGreaterThan(0);
    expect(best("lcp")).toBeLessThanOrEqual(LCP_MS);
    expect(best("shift")).toBeLessThan(SHIFT);
  });
});
