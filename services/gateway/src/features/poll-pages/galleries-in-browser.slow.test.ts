// Covers docs/reference/pages.md: films-and-sounds-on-pages, lists-on-pages

import type { Poll } from "@polls/domain/polls";
import { buildAttachment, buildOption, png } from "@polls/testing";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { haveCount, laidOut, phone, servePictures } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";
import { storeVotes } from "../../../testing/store-votes";

const pixel = png(8, 8);
/** The ThumbHash of an image that is orange above and blue below. */
const thumbhash = "1QcSHQRnh493V4dIh4eXh1h4kJUI";
const SIZES = [
  [1_200, 800],
  [800, 1_200],
  [1_600, 400],
  [1_000, 1_000],
  [600, 1_400],
  [1_200, 900],
] as const;

const SECONDS = 80;
const SAMPLES_A_SECOND = 8_000;

/** Waits until a picture can be shown. */
const decoded = (picture: Locator): Promise<void> =>
  picture.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());

/** A silent WAV file. */
function silence(seconds: number): Buffer {
  const samples = Buffer.alloc(SAMPLES_A_SECOND * seconds, 128);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_A_SECOND, 24);
  header.writeUInt32LE(SAMPLES_A_SECOND, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

describeWithBrowser("a person in a gallery", () => {
  const pages = sharePages();

  test("votes on a picture in full size, and closes it by the back button", async () => {
    const { memberHash } = await photos();
    const page = await pages.visit(`/p/${memberHash}`, narrowPhone);
    await servePictures(page);
    const card = page.locator("li.option", { hasText: "Photo 1" });
    await card.locator("a.picture").click();
    const box = page.getByRole("dialog");
    await box.getByRole("button", { name: "Next" }).click();
    await box.getByText("2 of 6").waitFor();
    await box.getByRole("button", { name: "Previous" }).click();
    await box.getByLabel("4 stars").check({ force: true });
    await box.getByText("Saved").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.goBack();
    await box.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(`/p/${memberHash}`);
    expect(await card.getByLabel("4 stars").isChecked()).toBe(true);
    await card.locator("a.picture").click();
    await box.getByRole("button", { name: "Close" }).click();
    await box.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(`/p/${memberHash}`);
  });

  test("walks through pictures in full size and votes on one by keys alone", async () => {
    const poll = await photos();
    const { page } = await open(poll);
    const box = page.getByRole("dialog");
    const onFocus = (of: Locator) => of.and(page.locator(":focus")).waitFor();
    const link = page.locator("li.option", { hasText: "Photo 1" }).locator("a.picture");
    await link.focus();
    await page.keyboard.press("Enter");
    await box.getByText("1 of 6").waitFor();
    await onFocus(box);
    await page.keyboard.press("ArrowLeft");
    await box.getByText("6 of 6").waitFor();
    await page.keyboard.press("ArrowRight");
    await box.getByText("1 of 6").waitFor();

    await page.keyboard.press("Tab");
    await onFocus(box.getByRole("radio").first());
    await page.keyboard.press("ArrowRight");
    await box.getByText("Saved").waitFor();
    await box.getByText("1 of 6").waitFor();
    const next = box.getByRole("button", { name: "Next" });
    for (let steps = 0; steps < 8; steps++) {
      if (await next.and(page.locator(":focus")).isVisible()) break;
      await page.keyboard.press("Tab");
    }
    await onFocus(next);
    await page.keyboard.press("Enter");
    await box.getByText("2 of 6").waitFor();
    await onFocus(next);

    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });
    await onFocus(link);
    const votes = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/votes`);
    expect(votes.body).toHaveLength(1);
  });

  test("keeps walking by keys after the details of a picture were opened", async () => {
    const { page } = await open(await photos());
    const box = page.getByRole("dialog");
    await page.locator("a.picture").first().press("Enter");
    await box.getByText("1 of 6").waitFor();
    await box.locator("summary").press("Enter");
    await box.locator("details[open]").waitFor();
    for (const at of [2, 3]) {
      await page.keyboard.press("ArrowRight");
      await box.getByText(`${at} of 6`).waitFor();
    }
  });

  test("reads the outcome of a picture within its card", async () => {
    const poll = await photos();
    const [on] = await pages.gateway.db.prisma.option.findMany({ where: { pollId: poll.id } });
    if (on === undefined) throw new Error("the gallery has no photo");
    await storeVotes(pages.gateway.db, poll, [{ on, value: 4 }]);
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, { poll: { status: "closed" } });
    const { page } = await open(poll, narrowPhone);
    await page.locator(".outcome").first().waitFor();
    const startOf = (part: string) =>
      page.evaluate<number>(`(() => {
        const element = document.querySelector("li.option:has(.outcome) > ${part}");
        return element.getBoundingClientRect().left + parseFloat(getComputedStyle(element).paddingLeft);
      })()`);
    expect(await startOf(".outcome")).toBe(await startOf(".about"));
  });

  async function photos(settings = {}): Promise<Poll> {
    const poll = await pages.newPoll(settings, { type: "Polls::PhotoGallery" });
    for (const [at, [width, height]] of SIZES.entries()) {
      const option = await buildOption(pages.gateway.db, poll, { content: `Photo ${at + 1}` });
      const { id } = await buildAttachment(pages.gateway.db, option, {
        derivatives: ["thumb", "medium", "large"],
        thumbhash,
      });
      await pages.gateway.db.prisma.attachment.update({ where: { id }, data: { width, height } });
    }
    return poll;
  }

  test("prints all photos beside each other, also those that are not near the screen of a phone", async () => {
    const { page } = await open(await photos(), narrowPhone);
    await card(page, "Photo 1").waitFor();
    expect(await card(page, "Photo 6").count()).toBe(0);
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await haveCount(page.locator("li.option img"), SIZES.length);
    // The width of A4 without its margins.
    const width = 718;
    await page.setViewportSize({ width, height: 1_040 });
    await laidOut(page);
    const edge =
      "Math.max(...[...document.querySelectorAll('li.option img')].map((each) => each.getBoundingClientRect().right))";
    expect(await page.evaluate<number>(edge)).toBeLessThanOrEqual(width);
  });

  /** Opens a page whose files are served by `files`. Records every request. */
  async function open(
    poll: Poll,
    options: BrowserContextOptions = {},
    files: Promise<unknown> = Promise.resolve(),
  ) {
    const page = await pages.visit("/", options);
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await page.route("**/files/**", async (route) => {
      await files;
      await route.fulfill({ contentType: "image/png", body: pixel });
    });
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}`);
    return { page, hosts };
  }

  const card = (page: Page, name: string) => page.locator("li.option", { hasText: name });

  test.each([
    ["desktop", { viewport: { width: 1_280, height: 900 } }, {}, 4],
    ["phone", phone, {}, 2],
    ["narrow phone", narrowPhone, {}, 1],
    ["phone, where they are put in order", phone, { vote_type: "Votes::RankedVote" }, 1],
  ] as const)(
    "sees a wall of pictures, each at its final place before it loads: %s",
    async (_what, look, settings, columns) => {
      let arrive: () => void = () => undefined;
      const files = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const poll = await photos(settings);
      const { page } = await open(poll, look, files);
      await card(page, "Photo 1").waitFor();
      const places = () =>
        page.locator("li.option").evaluateAll((cards) =>
          cards.map((one) => {
            const element = one as unknown as {
              getBoundingClientRect(): { x: number; y: number; width: number; height: number };
              querySelector(name: string): typeof element;
            };
            const { x, y, width, height } = element.getBoundingClientRect();
            const picture = element.querySelector("img").getBoundingClientRect();
            return { x, y, width, height, ratio: picture.height / picture.width };
          }),
        );
      await laidOut(page);
      const before = await places();
      for (const [at, { ratio }] of before.entries()) {
        const [width, height] = SIZES[at] ?? [1, 1];
        expect(ratio).toBeCloseTo(height / width, 1);
      }
      expect(new Set(before.map(({ x }) => Math.round(x))).size).toBe(columns);
      // No picture overlaps another one.
      for (const one of before) {
        for (const other of before) {
          if (one === other || Math.abs(one.x - other.x) > 1) continue;
          expect(one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
        }
      }
      const image = card(page, "Photo 1").locator("img");
      expect(await image.getAttribute("style")).toContain("data:image/png");
      await page.evaluate(`(() => {
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shift += value;
        }).observe({ type: "layout-shift" });
      })()`);
      arrive();
      await decoded(image);
      expect(await places()).toEqual(before);
      const shift = await page.evaluate(
        "new Promise((resolve) => setTimeout(() => resolve(window.shift), 200))",
      );
      expect(shift).toBe(0);
    },
  );

  test.each([
    ["a phone", phone],
    ["a desktop", { viewport: { width: 1_280, height: 900 } }],
  ])("sees no shift of the layout while the page loads, on %s", async (_screen, options) => {
    // Playwright waits with code that the Content-Security-Policy of the pages does not allow.
    const page = await pages.visit("/", { ...options, bypassCSP: true });
    await servePictures(page);
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shift += value;
      }).observe({ type: "layout-shift", buffered: true });
    `);
    // The document is painted before its script runs.
    await page.route("**/assets/*.js", async (route) => {
      await page.waitForFunction("performance.getEntriesByType('paint').length > 0");
      await route.continue();
    });
    await page.goto(`${pages.gateway.url}/p/${(await photos()).memberHash}`);
    await decoded(card(page, "Photo 1").locator("img"));
    await page.evaluate("new Promise((done) => setTimeout(done, 200))");
    expect(await page.evaluate("window.shift")).toBeLessThan(0.05);
  });

  test("gets the first picture before the script runs, and only once", async () => {
    const { memberHash } = await photos();
    for (const javaScriptEnabled of [false, true]) {
      const look = { ...phone, deviceScaleFactor: 2, javaScriptEnabled };
      const page = await pages.visit("/", look);
      const asked: string[] = [];
      await page.route("**/files/**", (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: "image/png", body: pixel });
      });
      await page.goto(`${pages.gateway.url}/p/${memberHash}`);
      if (javaScriptEnabled) await card(page, "Photo 2").locator("img").waitFor();
      await page.waitForLoadState("networkidle");
      const folderOf = (url: string) => url.slice(0, url.lastIndexOf("/"));
      const [first = ""] = asked;
      // Half the width of this phone, in its pixels.
      expect(first).toMatch(/\/thumb$/);
      expect(asked.filter((url) => folderOf(url) === folderOf(first))).toEqual([first]);
    }
  });

  test("plays a film of YouTube or Vimeo after a click, and nothing of these sites loads before", async () => {
    const poll = await pages.newPoll({}, { type: "Polls::VideoGallery" });
    const add = (type: string, facts: object) =>
      buildOption(pages.gateway.db, poll, { type, ...facts });
    await add("Options::YoutubeOption", { content: "Rabbit", youtubeId: "aqz-KE-bpKQ" });
    await add("Options::VimeoOption", { content: "Mountain", vimeoId: "1084537" });
    const { page, hosts } = await open(poll);
    const asked: string[] = [];
    for (const site of ["https://www.youtube-nocookie.com/**", "https://player.vimeo.com/**"]) {
      await page.route(site, (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: "text/html", body: "<p>film</p>" });
      });
    }
    await card(page, "Mountain").waitFor();
    expect([...hosts]).toEqual([new URL(pages.gateway.url).host]);
    await page.getByRole("button", { name: "Play the video on YouTube: Rabbit" }).click();
    await page.frameLocator("iframe").getByText("film").waitFor();
    expect(asked).toEqual([expect.stringContaining("/embed/aqz-KE-bpKQ")]);
    await page.getByRole("button", { name: "Play the video on Vimeo: Mountain" }).click();
    await page.frameLocator("iframe >> nth=1").getByText("film").waitFor();
    expect(asked).toHaveLength(2);
  });

  test("may only load frames of YouTube and Vimeo, and only in a poll that accepts their films", async () => {
    const policy = async (type: Poll["type"]) => {
      const { memberHash } = await pages.newPoll({}, { type });
      const { headers } = await fetch(`${pages.gateway.url}/p/${memberHash}`);
      return headers.get("content-security-policy") ?? "";
    };
    expect(await policy("Polls::VideoGallery")).toContain(
      "frame-src https://www.youtube-nocookie.com https://player.vimeo.com;",
    );
    expect(await policy("Polls::Voting")).not.toContain("frame-src");
  });

  test("plays an uploaded film in the page, and nothing of it loads before", async () => {
    const poll = await pages.newPoll({}, { type: "Polls::VideoGallery" });
    const option = await buildOption(pages.gateway.db, poll, { content: "Waves" });
    await buildAttachment(pages.gateway.db, option, {
      kind: "video",
      contentType: "video/mp4",
      derivatives: ["large", "thumb"],
      metadata: { duration: 12 },
    });
    const { page } = await open(poll);
    const film = card(page, "Waves").locator("video");
    await film.waitFor();
    expect(await film.getAttribute("preload")).toBe("none");
    expect(await film.getAttribute("src")).toContain("/files/");
    expect(await film.getAttribute("aria-label")).toBe("Waves");
  });

  type SoundFacts = Pick<Parameters<typeof buildAttachment>[2] & object, "derivatives">;

  async function sounds(
    { derivatives = ["cover", "sound"] }: SoundFacts = {},
    settings: object = {},
  ): Promise<Poll> {
    const poll = await pages.newPoll({ ...settings }, { type: "Polls::AudioGallery" });
    for (const content of ["Sea", "Rain"]) {
      const option = await buildOption(pages.gateway.db, poll, { content });
      await buildAttachment(pages.gateway.db, option, {
        kind: "audio",
        contentType: "audio/mpeg",
        derivatives,
        metadata: { duration: SECONDS, peaks: Array.from({ length: 200 }, (_, at) => at % 100) },
      });
    }
    return poll;
  }

  test("plays a sound, and seeks by the waveform and by keys", async () => {
    const { page } = await open(await sounds());
    const body = silence(SECONDS);
    await page.route("**/files/**", (route) => {
      const from = Number(/\d+/.exec(route.request().headers().range ?? "")?.[0] ?? 0);
      return route.fulfill({
        status: 206,
        contentType: "audio/wav",
        headers: {
          "Accept-Ranges": "bytes",
          "Content-Range": `bytes ${from}-${body.length - 1}/${body.length}`,
        },
        body: body.subarray(from),
      });
    });
    const sea = card(page, "Sea");
    await haveCount(sea.locator(".wave rect"), 200);
    await sea.getByRole("button", { name: "Play: Sea" }).click();
    await sea.getByRole("button", { name: "Play: Sea", pressed: true }).waitFor();
    const rain = card(page, "Rain");
    await rain.getByRole("button", { name: "Play: Rain" }).click();
    await sea.getByRole("button", { name: "Play: Sea", pressed: false }).waitFor();
    const place = sea.getByRole("slider");
    await place.fill("40");
    expect(await place.getAttribute("aria-valuetext")).toBe("0:40 of 1:20");
    await haveCount(sea.locator(".wave .played"), 100);
    await place.press("ArrowRight");
    expect(await place.inputValue()).not.toBe("40");
  });

  const early = { derivatives: ["cover"] } as const;

  test("plays the shared original of a sound that an earlier release processed", async () => {
    const { page } = await open(await sounds(early, { allow_attachments: true }));
    const audio = card(page, "Sea").locator("audio[src*='/originals/']");
    await audio.waitFor({ state: "attached" });
    await card(page, "Sea").getByRole("button", { name: "Play: Sea", disabled: false }).waitFor();
  });

  test("reads that a sound of an earlier release that is not shared cannot be played", async () => {
    const { page } = await open(await sounds(early));
    await card(page, "Sea").getByText("The sound cannot be played.").waitFor();
    await card(page, "Sea").getByRole("button", { name: "Play: Sea", disabled: true }).waitFor();
  });

  test("reads that a sound whose file is missing cannot be played", async () => {
    const { page } = await open(await sounds());
    await page.route("**/files/**", (route) => route.fulfill({ status: 404 }));
    await card(page, "Sea").getByRole("button", { name: "Play: Sea" }).click();
    await card(page, "Sea").getByText("The sound cannot be played.").waitFor();
  });

  test("finds no accessibility violation in a gallery", async () => {
    const films = await pages.newPoll({}, { type: "Polls::VideoGallery" });
    await buildOption(pages.gateway.db, films, {
      type: "Options::YoutubeOption",
      content: "Rabbit",
      youtubeId: "aqz-KE-bpKQ",
    });
    for (const poll of [await photos(), await sounds(), films]) {
      const { page } = await open(poll, narrowPhone);
      await page.locator("li.option").first().waitFor();
      await page.waitForLoadState("networkidle");
      expect([poll.type, await barriersOf(page)]).toEqual([poll.type, []]);
      await page.context().close();
    }
  });
});
