// Covers docs/reference/pages.md: addresses, dates-on-pages

import { png } from "@polls/testing";
import type { Page } from "playwright-core";
import { describeWithBrowser } from "../../../testing/check-pages";
import { shareHomePages } from "../../../testing/home-pages";

/** What people do on a page. A journey has as few of these as people would accept. */
const counted = () => {
  let count = 0;
  return {
    act: async (step: Promise<unknown>) => {
      count++;
      await step;
    },
    count: () => count,
  };
};

describeWithBrowser("a person who makes a poll with few actions", () => {
  const { gateway, signedUp } = shareHomePages();

  /** The dates of the poll whose link was copied. */
  async function datesOfCopied(page: Page): Promise<readonly (string | undefined)[]> {
    const link = await page.evaluate<string>("navigator.clipboard.readText()");
    const { settings, options } = await gateway.db.prisma.poll.findFirstOrThrow({
      where: { memberHash: link.split("/").at(-1) ?? "" },
      include: { options: { orderBy: { position: "asc" } } },
    });
    expect(settings).toMatchObject({ vote_type: "Votes::YesNoMaybeVote" });
    return options.map(({ startDate }) => startDate?.toISOString());
  }
  const days = ["Friday, July 5", "Saturday, July 6", "Sunday, July 7"];
  const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

  test("finds a date with eight actions: three days with two times each, and the link is copied", async () => {
    const page = await signedUp("dates@example.org", { timezoneId: "Europe/Berlin", ...clipboard });
    await page.clock.install({ time: new Date("2030-07-01T10:00Z") });
    const { act, count } = counted();
    await act(page.getByRole("link", { name: "Find a date" }).click());
    await act(page.getByLabel("Title", { exact: true }).fill("Rehearsal"));
    const [first = "", ...others] = days;
    await act(page.getByRole("button", { name: first }).click());
    await act(page.getByRole("button", { name: `Add a time: ${first}` }).click());
    for (const day of others) await act(page.getByRole("button", { name: day }).click());
    await act(page.getByRole("button", { name: "Create the poll" }).click());
    await page.getByText("Your poll is ready.").waitFor();
    await act(page.getByRole("button", { name: "Copy: Link for participants" }).click());
    expect(count()).toBeLessThanOrEqual(8);
    expect(await datesOfCopied(page)).toEqual(
      [5, 6, 7].flatMap((day) => [
        `2030-07-0${day}T16:00:00.000Z`,
        `2030-07-0${day}T18:00:00.000Z`,
      ]),
    );
  });

  test("finds a day with eight actions: three days without times, and the link is copied", async () => {
    const page = await signedUp("days@example.org", clipboard);
    await page.clock.install({ time: new Date("2030-07-01T10:00Z") });
    const { act, count } = counted();
    await act(page.getByRole("link", { name: "Find a date" }).click());
    await act(page.getByLabel("Title", { exact: true }).fill("Trip"));
    await act(page.getByLabel("With times of day").uncheck());
    for (const day of days) await act(page.getByRole("button", { name: day }).click());
    await act(page.getByRole("button", { name: "Create the poll" }).click());
    await page.getByText("Your poll is ready.").waitFor();
    await act(page.getByRole("button", { name: "Copy: Link for participants" }).click());
    expect(count()).toBeLessThanOrEqual(8);
    expect(await datesOfCopied(page)).toEqual(
      [5, 6, 7].map((day) => `2030-07-0${day}T00:00:00.000Z`),
    );
  });

  test("enters times in another time zone than that of the browser", async () => {
    const page = await signedUp("zones@example.org", { timezoneId: "Europe/Berlin" });
    await page.clock.install({ time: new Date("2030-07-01T10:00Z") });
    await page.goto(`${gateway.url}/polls/new#dates`);
    await page.getByRole("button", { name: "Friday, July 5" }).click();
    const zone = page.getByLabel("Time zone of these times");
    expect(await zone.inputValue()).toBe("Europe/Berlin");
    await zone.selectOption("America/New York");
    const preview = page.getByRole("region", { name: "What participants see" });
    await preview.locator("strong", { hasText: "Fri, Jul 5, 6:00 – 8:00 PM" }).waitFor();
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByText("Your poll is ready.").waitFor();
    const { settings, options } = await gateway.db.prisma.poll.findFirstOrThrow({
      where: { createdBy: { email: "zones@example.org" } },
      include: { options: true },
    });
    expect(settings).toMatchObject({ timezone: "America/New_York" });
    expect(options.map(({ startDate }) => startDate?.toISOString())).toEqual([
      "2030-07-05T22:00:00.000Z",
    ]);
  });

  test("makes a single choice with three actions", async () => {
    const page = await signedUp("single@example.org");
    const { act, count } = counted();
    await act(page.getByRole("link", { name: "Choose one" }).click());
    await act(page.getByLabel("Title", { exact: true }).fill("Where to?"));
    await act(page.getByRole("button", { name: "Create the poll" }).click());
    await page.getByText("Your poll is ready.").waitFor();
    expect(count()).toBeLessThanOrEqual(3);
    const poll = await gateway.db.prisma.poll.findFirstOrThrow({ where: { title: "Where to?" } });
    expect(poll.settings).toMatchObject({ vote_type: "Votes::UpVote", vote_limit_per_voter: 1 });
  });

  test("makes a survey of four questions with a branch with eleven actions", async () => {
    const page = await signedUp("branches@example.org");
    const { act, count } = counted();
    await act(page.getByRole("link", { name: "Survey" }).click());
    await act(page.getByLabel("Title", { exact: true }).fill("Our library"));
    const questions = page.locator("details.question-form");
    for (const [at, text] of ["How did you find us?", "Do you come again?"].entries()) {
      await act(questions.nth(at).locator("summary").click());
      await act(questions.nth(at).getByLabel("Text", { exact: true }).fill(text));
    }
    await act(questions.nth(3).locator("summary").click());
    await act(questions.nth(3).getByLabel("Kind of answer").selectOption("A line of text"));
    await act(page.getByRole("button", { name: "Create the poll" }).click());
    await act(page.getByRole("button", { name: "Branch after Do you come again?" }).click());
    const ways = page.getByLabel("Then go to, after Yes");
    await act(ways.selectOption("4. May we write to you?"));
    await page.getByText("Skipped after “Yes”.").waitFor();
    expect(count()).toBeLessThanOrEqual(11);
    const inputs = await gateway.db.prisma.option.findMany({
      where: { poll: { title: "Our library" }, inputType: { not: null } },
      orderBy: { id: "asc" },
    });
    expect(inputs.map(({ content, inputType }) => [content, inputType])).toEqual([
      ["How did you find us?", "radio"],
      ["Do you come again?", "radio"],
      ["What should we do better?", "textarea"],
      ["May we write to you?", "text"],
    ]);
  });

  test("makes a photo contest with forty photos with five actions", async () => {
    const page = await signedUp("contest@example.org", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const { act, count } = counted();
    await act(page.getByRole("link", { name: "Contest" }).click());
    await act(page.getByLabel("Title", { exact: true }).fill("Forty photos"));
    await act(page.getByRole("button", { name: "Create the poll" }).click());
    const photos = Array.from({ length: 40 }, (_, at) => ({
      name: `photo ${at + 1}.png`,
      mimeType: "image/png",
      buffer: png(8, at + 1),
    }));
    await act(page.getByLabel("Drop photos here, or choose them.").setInputFiles(photos));
    await page.locator(".facts").getByText("40 photos").waitFor({ timeout: 120_000 });
    await act(page.getByRole("button", { name: "Copy: Link for participants" }).click());
    expect(count()).toBeLessThanOrEqual(5);
    const poll = { title: "Forty photos" };
    expect(await gateway.db.prisma.option.count({ where: { poll } })).toBe(40);
  });
});
