// Covers docs/reference/participants.md: complete
// Covers docs/reference/options.md: tags
// Covers docs/reference/pages.md: looks-of-a-poll, url-parameters

import type { Poll } from "@polls/domain/polls";
import { buildAttachment, buildCover, buildOption } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { laidOut, phone, servePictures } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";

const DAY_MS = 24 * 60 * 60 * 1_000;
const sizes = [
  [1_200, 800],
  [800, 1_200],
  [1_600, 400],
  [600, 1_400],
] as const;
const desktop = { viewport: { width: 1_600, height: 900 } };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

describeWithBrowser("a poll looks as its settings say", () => {
  const pages = sharePages();

  async function gallery(settings: Readonly<Record<string, unknown>>): Promise<Poll> {
    const poll = await pages.newPoll(settings, { type: "Polls::PhotoGallery" });
    for (const [at, [width, height]] of sizes.entries()) {
      const option = await buildOption(pages.gateway.db, poll, { content: `Photo ${at + 1}` });
      const { id } = await buildAttachment(pages.gateway.db, option, {
        derivatives: ["thumb", "medium", "large"],
        metadata: { camera_make: "Fuji", camera_model: "X100", f_number: 2.8 },
      });
      await pages.gateway.db.prisma.attachment.update({ where: { id }, data: { width, height } });
    }
    return poll;
  }

  async function open({ memberHash }: Poll, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await pages.visit("/", options);
    await servePictures(page);
    await page.goto(`${pages.gateway.url}/p/${memberHash}`);
    return page;
  }

  const card = (page: Page, name: string) => page.locator("li.option", { hasText: name });
  const boxesOf = async (page: Page, selector: string): Promise<readonly Box[]> => {
    await card(page, "Photo 4").waitFor();
    await laidOut(page);
    return page.evaluate<readonly Box[]>(
      `[...document.querySelectorAll("${selector}")].map((each) => {
        const { x, y, width } = each.getBoundingClientRect();
        return { x: Math.round(x), y: Math.round(y), width: Math.round(width) };
      })`,
    );
  };
  const styleOf = (page: Page, selector: string, name: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector("${selector}")).getPropertyValue("${name}")`,
    );

  // Settings: photo_gallery_image_mode, photo_gallery_layout, show_as_list
  test("a gallery arranges its pictures in columns, in a grid or as a list", async () => {
    const columns = await open(await gallery({}), { viewport: { width: 700, height: 900 } });
    const inColumns = await boxesOf(columns, "li.option");
    expect(new Set(inColumns.map(({ y }) => y)).size).toBeGreaterThan(2);

    const settings = { photo_gallery_layout: "grid", photo_gallery_image_mode: "contain" };
    const grid = await open(await gallery(settings), { viewport: { width: 700, height: 900 } });
    const inGrid = await boxesOf(grid, "li.option");
    expect(new Set(inGrid.map(({ x }) => x)).size).toBe(2);
    expect(new Set(inGrid.map(({ y }) => y)).size).toBe(2);
    expect(await styleOf(grid, ".picture img", "object-fit")).toBe("contain");
    expect(await styleOf(grid, ".picture img", "aspect-ratio")).toBe("1 / 1");

    const filled = await open(await gallery({ photo_gallery_image_mode: "cover" }), narrowPhone);
    await card(filled, "Photo 1").waitFor();
    expect(await styleOf(filled, ".picture img", "object-fit")).toBe("cover");
    expect(await styleOf(filled, ".picture img", "aspect-ratio")).toBe("1 / 1");
    expect(await barriersOf(filled)).toEqual([]);

    const list = await open(await gallery({ show_as_list: true }), narrowPhone);
    const inList = await boxesOf(list, "li.option");
    expect(new Set(inList.map(({ x }) => x)).size).toBe(1);
    const [first] = await boxesOf(list, ".picture");
    expect(first?.width).toBeLessThan(150);
    expect(await barriersOf(list)).toEqual([]);
  });

  test("a cover stands above the poll, on a laptop beside its title, in a place of its own before it is loaded", async () => {
    const poll = await pages.newPoll({}, { title: "Where shall we eat?" });
    await buildOption(pages.gateway.db, poll, { content: "Soup" });
    await buildCover(pages.gateway.db, poll, { derivatives: ["thumb", "medium"] });
    for (const screen of [narrowPhone, desktop]) {
      const places = [];
      for (const javaScriptEnabled of [false, true]) {
        const page = await open(poll, { ...screen, javaScriptEnabled, bypassCSP: true });
        await page.getByRole("heading", { name: "Where shall we eat?" }).waitFor();
        if (javaScriptEnabled) await laidOut(page);
        const boxOf = (selector: string) => page.locator(selector).boundingBox();
        places.push([await boxOf(".cover"), (await boxOf("#app"))?.y]);
        if (javaScriptEnabled) {
          expect(await barriersOf(page)).toEqual([]);
          const [cover, title, list] = await Promise.all([".cover", "h1", ".options"].map(boxOf));
          expect((title?.y ?? 0) < (cover?.y ?? 0) + (cover?.height ?? 0)).toBe(screen === desktop);
          expect(list?.y).toBeGreaterThanOrEqual((cover?.y ?? 0) + (cover?.height ?? 0));
        }
      }
      const [before, after] = places;
      expect(after).toEqual(before);
    }
  });

  test("the cover of a survey stands above its first step", async () => {
    const poll = await pages.newPoll({}, { type: "Polls::Survey" });
    await buildCover(pages.gateway.db, poll, { derivatives: ["thumb", "medium"] });
    for (const content of ["Welcome", "Goodbye"]) {
      const settings = { survey_step_type: "info" };
      await buildOption(pages.gateway.db, poll, { content, settings });
    }
    const page = await open(poll, phone);
    const cover = page.locator("img.cover");
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    await cover.waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: "Goodbye" }).waitFor();
    await cover.waitFor({ state: "hidden" });
  });

  // Settings: photo_gallery_full_width
  test("a gallery is as wide as the window with photo_gallery_full_width", async () => {
    const widthOf = async (settings: Readonly<Record<string, unknown>>) => {
      const page = await open(await gallery(settings), desktop);
      const [app] = await boxesOf(page, "#app");
      return app?.width ?? 0;
    };
    expect(await widthOf({})).toBeLessThan(1_200);
    expect(await widthOf({ photo_gallery_full_width: true })).toBeGreaterThan(1_500);
  });

  // Settings: show_photo_info_by_default
  test.each([true, false])(
    "the details of a picture are open at first: %s",
    async (show_photo_info_by_default) => {
      const poll = await gallery({ show_photo_info_by_default, show_metadata: true });
      const page = await open(poll, narrowPhone);
      await card(page, "Photo 1").locator("a.picture").click();
      const camera = page.getByText("Fuji X100");
      if (!show_photo_info_by_default) {
        expect(await camera.count()).toBe(0);
        await page.getByText("Details", { exact: true }).click();
      }
      await camera.waitFor();
      expect(await barriersOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Next" }).click();
      await camera.waitFor();
    },
  );

  // Settings: dot_vote_icon
  test("dots have the sign of the setting", async () => {
    const poll = await pages.newPoll({ vote_type: "Votes::DotVote", dot_vote_icon: "star" });
    await buildOption(pages.gateway.db, poll, { content: "Soup" });
    const page = await open(poll, phone);
    await card(page, "Soup").locator(".stepper .sign", { hasText: "★" }).waitFor();
  });

  // Settings: advent_calendar_shape
  test("closed doors of a calendar have numbers, or look like doors", async () => {
    for (const advent_calendar_shape of ["number", "door"]) {
      const poll = await pages.newPoll(
        { advent_calendar_shape },
        { type: "Polls::AdventCalendar" },
      );
      const startDate = new Date(Date.now() + DAY_MS);
      await buildOption(pages.gateway.db, poll, { startDate });
      const page = await open(poll, narrowPhone);
      await page.locator(".door").waitFor();
      const knobs = await page.locator(".doors .door").count();
      expect([advent_calendar_shape, knobs]).toEqual([
        advent_calendar_shape,
        advent_calendar_shape === "door" ? 1 : 0,
      ]);
      expect(await barriersOf(page)).toEqual([]);
    }
  });

  test("the newest open door of a calendar shows all behind it, the others when pressed", async () => {
    const poll = await pages.newPoll({}, { type: "Polls::AdventCalendar" });
    for (const [at, content] of ["Soup", "Rice", "Tea"].entries()) {
      await buildOption(pages.gateway.db, poll, { content, startDate: new Date(at * DAY_MS) });
    }
    const page = await open(poll, narrowPhone);
    const vote = (name: string) => card(page, name).getByRole("button", { name: /^Vote/ });
    await vote("Tea").waitFor();
    expect(await page.getByRole("button", { name: /^Vote/ }).count()).toBe(1);
    const boxes = [await card(page, "Soup").boundingBox(), await card(page, "Rice").boundingBox()];
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    await page.locator("summary", { hasText: "Soup" }).press("Enter");
    await vote("Soup").click();
    await card(page, "Soup").getByText("Saved").waitFor();
    expect(await vote("Tea").isVisible()).toBe(false);
    expect(await barriersOf(page)).toEqual([]);
  });

  // Settings: theme, title_font
  test("theme colors the document from the start, in the place of the operator's color", async () => {
    const poll = await pages.newPoll({ theme: "teal", title_font: "serif" });
    await buildOption(pages.gateway.db, poll, { content: "Soup" });
    const document = await fetch(`${pages.gateway.url}/p/${poll.memberHash}`);
    expect(await document.text()).toContain(
      '<html lang="en" data-palette="teal" data-titles="serif">',
    );
    const page = await open(poll, narrowPhone);
    await card(page, "Soup").waitFor();
    const hue = "getComputedStyle(document.documentElement).getPropertyValue('--hue').trim()";
    expect(await page.evaluate(hue)).toBe("185");
    expect(await barriersOf(page)).toEqual([]);
  });

  // Settings: state_labels
  test("state_labels names the states of ideas", async () => {
    const poll = await pages.newPoll(
      { state_labels: { planned: "On our list" } },
      { type: "Polls::Collection" },
    );
    await buildOption(pages.gateway.db, poll, { content: "A bench", state: "planned" });
    await buildOption(pages.gateway.db, poll, { content: "A tree", state: "done" });
    const page = await open(poll, narrowPhone);
    await card(page, "A bench").getByText("On our list").waitFor();
    await card(page, "A tree").getByText("Done").waitFor();
  });

  // Settings: effect
  test.each(["snow", "fireflies"])(
    "%s moves over the page, but not with reduced motion, and not on paper",
    async (effect) => {
      const poll = await pages.newPoll({ effect });
      await buildOption(pages.gateway.db, poll, { content: "Soup" });
      const page = await open(poll, narrowPhone);
      await card(page, "Soup").waitFor();
      expect(await styleOf(page, ".effect", "display")).toBe("block");
      expect(await styleOf(page, ".effect i", "animation-name")).not.toBe("none");
      expect(await barriersOf(page)).toEqual([]);
      await page.getByLabel("Yes", { exact: true }).click();
      await page.getByText("Saved").waitFor();
      await page.emulateMedia({ media: "print" });
      expect(await styleOf(page, ".effect", "display")).toBe("none");
      await page.emulateMedia({ media: "screen", reducedMotion: "reduce" });
      expect(await styleOf(page, ".effect", "display")).toBe("none");
    },
  );

  test("with require_all_dots, the poll thanks only when all dots are spent", async () => {
    const poll = await pages.newPoll({
      vote_type: "Votes::DotVote",
      vote_limit_per_voter: 3,
      require_all_dots: true,
    });
    await buildOption(pages.gateway.db, poll, { content: "Soup" });
    const page = await open(poll, phone);
    const more = card(page, "Soup").getByRole("button", { name: "One more" });
    await more.click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Please spend 2 more points first.").waitFor();
    await more.click();
    await page.getByText("Please spend 1 more point first.").waitFor();
    await more.click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
  });

  // Settings: vote_limit_per_voter_min
  test("with a least number of votes, the poll thanks only when so many are cast", async () => {
    const poll = await pages.newPoll({
      vote_type: "Votes::UpVote",
      vote_limit_per_voter: 2,
      vote_limit_per_voter_min: 2,
    });
    for (const content of ["Soup", "Rice", "Bread"]) {
      await buildOption(pages.gateway.db, poll, { content });
    }
    const page = await open(poll, phone);
    await page.getByText("2 more votes needed").waitFor();
    await page.getByRole("checkbox", { name: "Soup" }).check();
    await page.getByText("1 more vote needed").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Please cast 1 more vote first.").waitFor();
    await page.getByRole("checkbox", { name: "Bread" }).check();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
  });

  test("a survey does not leave a step on which votes are missing", async () => {
    const { db } = pages.gateway;
    const poll = await pages.newPoll({}, { type: "Polls::Survey" });
    const settings = {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::UpVote",
      survey_step_vote_limit_per_voter_min: 2,
    };
    const type = "Options::SurveyStep";
    const step = await buildOption(db, poll, { type, content: "Meals", settings } as never);
    for (const content of ["Soup", "Rice"]) {
      await buildOption(db, poll, { type: "Options::TextOption", content, parent: step });
    }
    const page = await open(poll, phone);
    await page.getByRole("checkbox", { name: "Soup" }).check();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText("Please cast 1 more vote first.").waitFor();
    await page.getByRole("checkbox", { name: "Rice" }).check();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
  });

  test("a survey with require_all_dots does not leave a step with dots that are left", async () => {
    const { db } = pages.gateway;
    const poll = await pages.newPoll({ require_all_dots: true }, { type: "Polls::Survey" });
    const settings = {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::DotVote",
      survey_step_vote_limit_per_voter: 2,
    };
    const type = "Options::SurveyStep";
    const step = await buildOption(db, poll, { type, content: "Meals", settings } as never);
    await buildOption(db, poll, { type: "Options::TextOption", content: "Soup", parent: step });
    const page = await open(poll, phone);
    const more = card(page, "Soup").getByRole("button", { name: "One more" });
    await more.click();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText("Please spend 1 more point first.").waitFor();
    await more.click();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
  });

  // Settings: forward_url_parameters, forwarded_url_parameters
  test("named URL parameters fill in fields, and reach the link of the thank-you page", async () => {
    const poll = await pages.newPoll({
      forward_url_parameters: true,
      forwarded_url_parameters: ["class", "ref"],
      additional_attributes: [{ id: 1, title: "class", type: "text", required: true }],
      thank_you_page: true,
      thank_you_page_data: { link: "https://example.org/next?ref=own" },
    });
    await buildOption(pages.gateway.db, poll, { content: "Soup" });
    const page = await pages.visit(`/p/${poll.memberHash}?class=7b&ref=x&other=1`, phone);
    await page.getByLabel("Yes", { exact: true }).click();
    expect(await page.getByLabel("class").inputValue()).toBe("7b");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    const link = page.locator(".thanks a[href^='https://example.org']");
    expect(await link.getAttribute("href")).toBe("https://example.org/next?ref=own&class=7b");
  });

  test("a press on a tag lists only the options with it, unless tags are hidden", async () => {
    const poll = await pages.newPoll();
    await buildOption(pages.gateway.db, poll, { content: "Soup", tags: ["warm"] });
    await buildOption(pages.gateway.db, poll, { content: "Rice", tags: ["warm", "dry"] });
    await buildOption(pages.gateway.db, poll, { content: "Ice" });
    const page = await open(poll, narrowPhone);
    await card(page, "Rice").getByRole("button", { name: "Only show “dry”" }).click();
    await page.getByText("1 option with “dry”").waitFor();
    expect(await page.locator("li.option").allInnerTexts()).toHaveLength(1);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all" }).click();
    await card(page, "Ice").waitFor();

    const hidden = await pages.newPoll({ hide_tags: true });
    await buildOption(pages.gateway.db, hidden, { content: "Soup", tags: ["warm"] });
    const other = await open(hidden, narrowPhone);
    await card(other, "Soup").waitFor();
    expect(await other.getByText("warm").count()).toBe(0);
  });
});
