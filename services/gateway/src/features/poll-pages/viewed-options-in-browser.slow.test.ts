// Covers docs/reference/pages.md: pictures-and-doors-on-pages

import { buildAttachment, buildOption } from "@polls/testing";
import { haveCount, phone, servePictures } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, type Pages } from "../../../testing/start-pages";
import { shareSubmissionPages } from "../../../testing/submission-pages";
import { option as card } from "../../../testing/voting-pages";

const DAY_MS = 24 * 60 * 60 * 1_000;

describeWithBrowser("a person who views options", () => {
  const { pages, newPoll } = shareSubmissionPages();

  /** Opens a gallery with loaded files. */
  async function openGallery(memberHash: string, look: Parameters<Pages["visit"]>[1]) {
    const page = await pages.visit(`/p/${memberHash}/results`, look);
    await servePictures(page);
    await page.goto(`${pages.gateway.url}/p/${memberHash}`);
    return page;
  }

  test("views pictures in full size, by keys, buttons and swipes", async () => {
    const poll = await newPoll("PhotoGallery", { allow_new_options: false });
    for (const content of ["Sea", "Hill", "Wood"]) {
      const option = await buildOption(pages.gateway.db, poll, { content });
      await buildAttachment(pages.gateway.db, option, { derivatives: ["thumb", "large"] });
    }
    const page = await openGallery(poll.memberHash, phone);
    await card(page, "Sea").getByRole("link").first().click();
    const shown = (text: RegExp) => page.locator("figcaption", { hasText: text }).waitFor();
    await shown(/Sea.*1 of 3/);
    await page.keyboard.press("ArrowRight");
    await shown(/Hill.*2 of 3/);
    await page.getByRole("button", { name: "Previous" }).click();
    await shown(/Sea.*1 of 3/);
    await page.mouse.move(250, 300);
    await page.mouse.down();
    await page.mouse.move(100, 300, { steps: 3 });
    await page.mouse.up();
    await shown(/Hill.*2 of 3/);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  });

  test("views the pictures of a group separately, and votes on the group as one", async () => {
    const poll = await newPoll("PhotoGallery", { allow_new_options: false });
    const addPhoto = async (content: string, parent?: Awaited<ReturnType<typeof buildOption>>) => {
      const more = parent === undefined ? {} : { parent };
      const option = await buildOption(pages.gateway.db, poll, { content, ...more });
      await buildAttachment(pages.gateway.db, option, { derivatives: ["thumb", "large"] });
    };
    await addPhoto("Sea");
    const type = "Options::PhotoGroup";
    const group = await buildOption(pages.gateway.db, poll, { type, content: "Hills" });
    await addPhoto("North", group);
    await addPhoto("South", group);
    const page = await openGallery(poll.memberHash, {});
    await page.locator(".group li", { hasText: "South" }).getByRole("link").first().click();
    await page.locator("figcaption", { hasText: /South.*2 of 2/ }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("figcaption", { hasText: /North.*1 of 2/ }).waitFor();
    await page.keyboard.press("Escape");
    const stars = page.locator(".group").getByLabel("4 stars");
    await stars.waitFor();
    await stars.check({ force: true });
    await page.locator(".group").getByText("Saved").waitFor();
    const votes = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/votes`);
    expect(votes.body).toMatchObject([{ option_id: group.publicId, vote: 4 }]);
  });

  test("opens a door of a calendar on its day, and none before", async () => {
    const poll = await newPoll("AdventCalendar", { allow_new_options: false });
    const door = (content: string, startDate: Date) =>
      buildOption(pages.gateway.db, poll, { content, description: "Its story", startDate });
    await door("A star", new Date(Date.now() - DAY_MS));
    // Later than a busy machine shows the page.
    await door("A candle", new Date(Date.now() + 15_000));
    const tomorrow = new Date(Date.now() + DAY_MS);
    await door("A tree", tomorrow);
    // Tokyo is nine hours ahead, without summer time.
    const [midnight, lateOne] = ["2040-12-01T15:00:00Z", "2040-12-02T15:30:00Z"];
    await door("A bell", new Date(midnight));
    await door("A sled", new Date(lateOne));
    const page = await pages.visit(`/p/${poll.memberHash}`, { timezoneId: "Asia/Tokyo" });
    await card(page, "A star").getByRole("button", { name: "Vote" }).click();
    await card(page, "A star").getByText("Saved").waitFor();
    await haveCount(page.locator(".door"), 4);
    await page.getByText("1 chosen", { exact: true }).waitFor();
    const opens = new Intl.DateTimeFormat("en-US", {
      day: "numeric",
      month: "long",
      ...(tomorrow.toISOString().slice(11, 16) !== "15:00" && {
        hour: "numeric",
        minute: "numeric",
      }),
      timeZone: "Asia/Tokyo",
    }).format(tomorrow);
    const years = ["December 2, 2040", "December 3, 2040 at 12:30 AM"];
    for (const when of [opens, ...years]) {
      await page.getByText(`Opens on ${when}.`, { exact: true }).waitFor();
    }
    expect(await page.content()).not.toMatch(/A candle|A tree|A bell|A sled/);
    await page.getByRole("button", { name: "Open the door" }).click();
    await card(page, "A candle").getByRole("button", { name: "Vote" }).waitFor();
    await page.getByText("1 chosen", { exact: true }).waitFor();
    await page.getByRole("link", { name: /^Details.*A candle/ }).waitFor();
    await haveCount(page.locator(".door"), 3);
  });

  test("finds no accessibility violation in any state", async () => {
    const look = { ...narrowPhone, locale: "de-DE" };
    const calendar = await newPoll("AdventCalendar");
    const startDate = new Date(Date.now() + DAY_MS);
    await buildOption(pages.gateway.db, calendar, { startDate });
    const doors = await pages.visit(`/p/${calendar.memberHash}`, look);
    await doors.locator(".door").waitFor();
    expect(await barriersOf(doors)).toEqual([]);

    const gallery = await newPoll("PhotoGallery", { allow_new_options: false });
    const photo = await buildOption(pages.gateway.db, gallery, { content: "Meer" });
    await buildAttachment(pages.gateway.db, photo, { derivatives: ["thumb", "large"] });
    const page = await openGallery(gallery.memberHash, look);
    await card(page, "Meer").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await card(page, "Meer").getByRole("link").first().click();
    await page.locator("figcaption", { hasText: /Meer.*1 von 1/ }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
