// Covers docs/reference/pages.md: looks

import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { enterTexts } from "../../../testing/enter-texts";
import { makeVoting, shareHomePages } from "../../../testing/home-pages";

describeWithBrowser("a person who makes a poll", () => {
  const { gateway, signedUp } = shareHomePages();

  /** Opens the page of a new poll, in the browser of a new account. */
  async function begin(job: string, ...account: Parameters<typeof signedUp>): Promise<Page> {
    const page = await signedUp(...account);
    await page.goto(`${gateway.url}/polls/new#${job}`);
    return page;
  }

  test("creates polls in the time zone of the browser", async () => {
    const page = await signedUp("zone@example.org", { timezoneId: "Asia/Tokyo" });
    await makeVoting(page, "Lunch in Tokyo", "Soup");
    const poll = await gateway.db.prisma.poll.findFirstOrThrow({
      where: { title: "Lunch in Tokyo" },
    });
    expect(poll.settings).toMatchObject({ timezone: "Asia/Tokyo" });
  });

  test("sees what participants are going to see, while writing", async () => {
    const page = await signedUp("preview@example.org", phone);
    const preview = page.getByRole("region", { name: "What participants see" });
    for (const [job, seen] of [
      ["Choose one", "The lake"],
      ["Survey", "Step 1"],
      ["Fill in a table", "I bring"],
      ["This or that", "Choose the one you like more."],
      ["Advent calendar", "Door 4"],
      ["Sign-up list", "Bring a cake"],
    ] as const) {
      await page.goto(`${gateway.url}/polls/new`);
      await page.getByRole("link", { name: job }).click();
      await page.getByLabel("Title", { exact: true }).fill(`My ${job}`);
      await preview.getByText(`My ${job}`).waitFor();
      await preview.getByText(seen).first().waitFor();
    }
    await page.goto(`${gateway.url}/polls/new#contest`);
    await preview.getByText("5 stars").waitFor({ state: "attached" });
    await page.getByLabel("How do people vote?").selectOption("Hearts");
    await preview.getByRole("button", { name: "Love" }).click();
    await preview.getByRole("button", { name: "Love", pressed: true }).waitFor();
  });

  test("puts the options of the preview in order by their handles, as participants do", async () => {
    const page = await signedUp("order@example.org");
    await page.goto(`${gateway.url}/polls/new#ranking`);
    const options = page.getByRole("region", { name: "What participants see" }).locator(".option");
    const last = (await options.locator(".about").allInnerTexts()).at(-1) ?? "";
    const handle = options.filter({ hasText: last }).locator(".grip");
    await handle.press("ArrowUp");
    await options.first().locator(".about").getByText(last, { exact: true }).waitFor();
    await handle.and(page.locator(":focus")).waitFor();
    expect(await options.first().locator("select").inputValue()).toBe("1");
    expect(await options.nth(1).locator("select").inputValue()).toBe("");
  });

  test("creates a poll with the keyboard alone", async () => {
    const page = await signedUp("keys@example.org");
    const focused = async (selector: string) => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press("Tab");
        if ((await page.locator(`${selector}:focus`).count()) > 0) return;
      }
      throw new Error(`no way by the keyboard to ${selector}`);
    };
    await focused("a.button");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New poll" }).waitFor();
    await focused("a.tile[href='#ranking']");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Rank" }).waitFor();
    await focused("input[name=title]");
    await page.keyboard.type("By keys");
    await focused("form > button");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "By keys" }).waitFor();
  });

  test("moves through the days of the calendar by arrow keys, and out of each month by one Tab", async () => {
    const page = await signedUp("arrows@example.org");
    await page.clock.install({ time: new Date("2030-07-03T10:00Z") });
    await page.goto(`${gateway.url}/polls/new#dates`);
    const day = (name: string) => page.getByRole("button", { name, exact: true });
    const focused = (name: string) => day(name).and(page.locator(":focus")).waitFor();
    // The button before has the days of the past, and leads nowhere.
    await day("Previous month").focus();
    await page.keyboard.press("Tab");
    await focused("Wednesday, July 3, 2030");
    await page.keyboard.press("ArrowLeft");
    await focused("Wednesday, July 3, 2030");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByText("1 day chosen").waitFor();
    await focused("Thursday, July 11, 2030");
    for (let weeks = 0; weeks < 3; weeks++) await page.keyboard.press("ArrowDown");
    await focused("Thursday, August 1, 2030");
    await page.keyboard.press("ArrowUp");
    await focused("Thursday, July 25, 2030");
    await page.keyboard.press("Tab");
    await focused("Next month");
    await page.evaluate("document.documentElement.dir = 'rtl'");
    await day("Thursday, July 25, 2030").focus();
    await page.keyboard.press("ArrowLeft");
    await focused("Friday, July 26, 2030");
  });

  test("counts a ranking by a method, with three winners", async () => {
    const page = await begin("ranking", "methods@example.org");
    await page.getByLabel("Title", { exact: true }).fill("Our board");
    const method = page.getByLabel("How are the votes counted?");
    expect(await page.getByLabel("Number of winners").count()).toBe(0);
    await method.selectOption("Runoff by ranks, one winner (instant runoff)");
    expect(await page.getByLabel("Number of winners").count()).toBe(0);
    await method.selectOption("Several winners by ranks, in proportion (single transferable vote)");
    await page.getByLabel("Number of winners").fill("3");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByText("Your poll is ready.").waitFor();
    // Also at the next visit, until the link was taken.
    await page.reload();
    await page.getByText("Your poll is ready.").waitFor();
    await page.getByRole("button", { name: "Copy: Link for participants" }).click();
    await page.reload();
    await page.getByRole("textbox", { name: "Link for participants" }).waitFor();
    expect(await page.getByText("Your poll is ready.").count()).toBe(0);
    const poll = await gateway.db.prisma.poll.findFirstOrThrow({ where: { title: "Our board" } });
    expect(poll.settings).toMatchObject({ counting_method: "single_transferable", seats: 3 });
  });

  test("repeats a day each week, and is told when these are too many dates", async () => {
    const page = await signedUp("weekly@example.org", { timezoneId: "America/New_York" });
    await page.clock.install({ time: new Date("2030-10-20T10:00Z") });
    await page.goto(`${gateway.url}/polls/new#dates`);
    await page.getByRole("button", { name: "Tuesday, October 29" }).click();
    const until = page.getByLabel("Repeat each week until");
    await until.fill("2050-11-12");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByText("Please choose at most 200 dates.").waitFor();
    await until.fill("2030-11-12");
    await page.getByText("1 day chosen · 3 dates").waitFor();
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByText("Your poll is ready.").waitFor();
    const rows = await gateway.db.prisma.option.findMany({
      where: { poll: { title: "When do we meet?" }, startDate: { gte: new Date("2030-10-26") } },
      orderBy: { position: "asc" },
    });
    // Clocks change on the 3rd of November.
    expect(rows.map(({ startDate }) => startDate?.toISOString())).toEqual([
      "2030-10-29T22:00:00.000Z",
      "2030-11-05T23:00:00.000Z",
      "2030-11-12T23:00:00.000Z",
    ]);
  });

  test("gives the times of the day that was changed last to all days, by one button", async () => {
    const page = await signedUp("copies@example.org");
    await page.clock.install({ time: new Date("2030-06-01T10:00Z") });
    await page.goto(`${gateway.url}/polls/new#dates`);
    for (const day of ["Monday, June 10", "Tuesday, June 11", "Wednesday, June 12"])
      await page.getByRole("button", { name: day }).click();
    const copies = page.getByRole("button", { name: /^Copy the times of/ });
    expect(await copies.count()).toBe(0);
    await page.getByLabel("Start, Tuesday").fill("09:30");
    await haveCount(copies, 1);
    await page.getByLabel("Start, Monday").fill("08:15");
    await haveCount(copies, 1);
    await page.getByRole("button", { name: "Copy the times of Monday, June 10, 2030" }).click();
    await haveCount(copies, 0);
    await page
      .getByRole("button", { name: "Add a time: Monday" })
      .and(page.locator(":focus"))
      .waitFor();
    for (const day of ["Monday", "Tuesday", "Wednesday"])
      expect(await page.getByLabel(`Start, ${day}`).inputValue()).toBe("08:15");
  });

  test("makes a list to sign up with a number of places for each slot", async () => {
    const page = await begin("signup", "slots@example.org");
    await page.getByLabel("Title", { exact: true }).fill("Who helps?");
    await page.getByRole("spinbutton", { name: "Places: Clean up" }).fill("1");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("heading", { name: "Clean up" }).waitFor();
    const options = await gateway.db.prisma.option.findMany({
      where: { poll: { title: "Who helps?" } },
      orderBy: { position: "asc" },
    });
    expect(options.map(({ settings }) => settings)).toEqual([
      { voter_limit: 4 },
      { voter_limit: 6 },
      { voter_limit: 1 },
    ]);
  });

  test.each([
    ["Find a date", "Polls::Voting"],
    ["Choose one", "Polls::Voting"],
    ["Vote on several", "Polls::Voting"],
    ["Rank", "Polls::Voting"],
    ["Rate with stars", "Polls::Voting"],
    ["Give dots", "Polls::Voting"],
    ["Survey", "Polls::Survey"],
    ["Sign-up list", "Polls::Voting"],
    ["Fill in a table", "Polls::Table"],
    ["Collect ideas", "Polls::Collection"],
    ["Contest", "Polls::PhotoGallery"],
    ["This or that", "Polls::PairwiseComparison"],
    ["Advent calendar", "Polls::AdventCalendar"],
  ])("makes the example of: %s", async (job, type) => {
    const email = `${job.toLowerCase().replaceAll(/\W+/g, "-")}@example.org`;
    const page = await signedUp(email);
    await page.goto(`${gateway.url}/polls/new`);
    await page.getByRole("link", { name: job }).click();
    if (job === "Find a date") await page.locator(".weeks button:enabled").last().click();
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("textbox", { name: "Link for participants" }).waitFor();
    const poll = await gateway.db.prisma.poll.findFirstOrThrow({
      where: { createdBy: { email } },
      include: { options: true },
    });
    expect([poll.type, poll.options.length > 0]).toEqual([type, type !== "Polls::PhotoGallery"]);
    const shape = job === "Advent calendar" ? { advent_calendar_shape: "door" } : {};
    expect(poll.settings).toMatchObject(shape);
  });

  test("replaces examples by typing, and goes on with Enter, which creates nothing", async () => {
    const page = await begin("choice", "enter@example.org");
    await page.getByLabel("Title", { exact: true }).click();
    await page.keyboard.type("Food");
    for (const text of ["Pizza", "Soup", "Rice", "Cake"]) {
      await page.keyboard.press("Enter");
      await page.keyboard.type(text);
    }
    await page.getByRole("textbox", { name: "What can people vote on?: 1" }).click();
    await page.keyboard.type("!");
    const fields = page.getByRole("group", { name: "What can people vote on?" });
    const texts = await fields.getByRole("textbox").all();
    const values = await Promise.all(texts.map((each) => each.inputValue()));
    expect(values.map((value) => value.replace("!", ""))).toEqual([
      "Pizza",
      "Soup",
      "Rice",
      "Cake",
    ]);
    expect(await gateway.db.prisma.poll.count({ where: { title: "Food" } })).toBe(0);
  });

  test.each([
    ["survey", "Add a question"],
    ["table", "Add a column"],
  ])("types the whole text of a new entry: %s", async (job, add) => {
    const page = await begin(job, `entries-${job}@example.org`, phone);
    await page.getByRole("button", { name: add }).click();
    const text = page.locator("details.question-form").last().getByLabel("Text", { exact: true });
    await text.click();
    await page.keyboard.type("Vegetarian");
    expect(await text.inputValue()).toBe("Vegetarian");
  });

  test("removes a question, and the next one keeps its choices", async () => {
    const page = await begin("survey", "removed@example.org", phone);
    await page.getByText("2. Did you like it?").click();
    await page.getByText("1. How did you hear of it?").click();
    await page.getByRole("button", { name: "Delete “How did you hear of it?”" }).click();
    const first = page.locator("details.question-form", { hasText: "1. Did you like it?" });
    expect(await first.getByRole("textbox", { name: "Choices: 1" }).inputValue()).toBe("Yes");
  });

  const isFocused = (page: Page, role: Parameters<Page["getByRole"]>[0], name: string | RegExp) =>
    page.getByRole(role, { name }).and(page.locator(":focus")).waitFor();

  test.each([
    ["survey", "question"],
    ["table", "column"],
  ])("removes an entry by the keyboard, and goes on beside it: %s", async (job) => {
    const page = await begin(job, `beside-${job}@example.org`, phone);
    const entries = page.locator("details.question-form");
    const number = await entries.count();
    for (let left = number - 1; left > 0; left--) {
      const last = entries.nth(left === 1 ? 0 : left);
      if (!(await last.evaluate((each) => each.matches("[open]"))))
        await last.locator("summary").click();
      await last.getByRole("button", { name: /^Delete/ }).press("Enter");
      await haveCount(entries, left);
      await page.locator("form :focus").waitFor();
    }
    await entries.locator("summary:focus").waitFor();
  });

  test("removes times by the keyboard, and goes on beside them", async () => {
    const page = await signedUp("times@example.org");
    await page.clock.install({ time: new Date("2030-06-01T10:00Z") });
    await page.goto(`${gateway.url}/polls/new#dates`);
    await page.getByRole("button", { name: "Monday, June 10" }).click();
    await page.getByRole("button", { name: "Add a time: Monday" }).press("Enter");
    const removals = page.getByRole("button", { name: /^Remove Monday/ });
    await haveCount(removals, 2);
    await removals.last().press("Enter");
    await haveCount(removals, 1);
    await isFocused(page, "button", "Add a time: Monday");
    await removals.press("Enter");
    await haveCount(removals, 0);
    await page.locator("form :focus").waitFor();
  });

  test("is led to what is missing in a closed entry", async () => {
    const page = await begin("survey", "closed@example.org", phone);
    await page.getByRole("button", { name: "Add a question" }).click();
    const entry = page.locator("details.question-form").last();
    await entry.getByLabel("Text", { exact: true }).fill("Vegetarian");
    await entry.locator("summary").click();
    await page.getByRole("button", { name: "Create the poll" }).click();
    await entry.getByRole("textbox", { name: "Choices: 1" }).and(page.locator(":focus")).waitFor();
    await entry.getByRole("textbox", { name: "Choices: 1" }).fill("Always");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByText("Your poll is ready.").waitFor();
  });

  test("keeps a text that is typed in place when the page is loaded again", async () => {
    const page = await signedUp("reload@example.org");
    await makeVoting(page, "Reload", "Soup");
    await page.getByRole("button", { name: "Add a description" }).click();
    await page.keyboard.type("Typed, not left");
    const isSaved = async () =>
      (await gateway.db.prisma.poll.count({ where: { description: "Typed, not left" } })) === 1;
    await page.reload();
    for (const until = Date.now() + 5_000; !(await isSaved()) && Date.now() < until; ) {
      await setTimeout(20);
    }
    expect(await isSaved()).toBe(true);
  });

  test("pastes several lines into a list, which become several options", async () => {
    const page = await begin("choice", "paste@example.org", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await enterTexts(page, "What can people vote on?", [""]);
    await page.evaluate("navigator.clipboard.writeText('Soup\\n\\n  Rice \\nCake')");
    await page.getByRole("textbox", { name: "What can people vote on?: 1" }).focus();
    await page.keyboard.press("Control+V");
    await page.getByRole("button", { name: "Create the poll" }).click();
    for (const name of ["Soup", "Rice", "Cake"]) {
      await page.getByRole("heading", { name, exact: true }).waitFor();
    }
  });

  test("is told first that the account cannot receive payments", async () => {
    const page = await begin("sale", "seller@example.org");
    await page.getByText("Your account cannot receive payments.").waitFor();
    await page.getByText("--email seller@example.org --can-take-payments true").waitFor();
    expect(await page.getByRole("button", { name: "Create the poll" }).count()).toBe(0);
  });

  test("sees quiet hints: an option that stands twice, a time that ends on the next day or has passed", async () => {
    const page = await begin("choice", "hints@example.org");
    await enterTexts(page, "What can people vote on?", ["Soup", "Rice", "Soup"]);
    await page.getByText("This is in the list twice.").waitFor();
    await page.clock.install({ time: new Date("2030-06-20T20:00Z") });
    await page.goto(`${page.url().split("#")[0]}#dates`);
    await page.reload();
    await page.getByText("June 2030").waitFor();
    await page.getByRole("button", { name: "Thursday, June 20, 2030" }).click();
    await page.getByText("This time has passed.").waitFor();
    await page.getByRole("button", { name: "Friday, June 21, 2030" }).click();
    expect(await page.getByText("This time has passed.").count()).toBe(1);
    expect(await page.getByText("the day after").count()).toBe(0);
    await page.getByLabel("End, Friday, June 21, 2030").fill("02:00");
    await page.getByText(/^Until Saturday.*2:00\sAM, the day after$/).waitFor();
  });

  test("is told at the days that a poll of dates has none, and sees times in full", async () => {
    const page = await begin("dates", "nodates@example.org", {
      viewport: { width: 1280, height: 800 },
    });
    // A laptop has room for two months, and the preview shows dates before one is chosen.
    await haveCount(page.locator(".month"), 2);
    await haveCount(page.locator(".preview.example .option"), 2);
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("group", { name: "Choose the days" }).getByRole("alert").waitFor();
    await page.locator(".weeks button:focus").waitFor();
    await page.locator(".weeks button:enabled").last().click();
    expect(await page.getByText("Please choose at least one day.").count()).toBe(0);
    await haveCount(page.locator(".preview.example"), 0);
    await haveCount(page.locator(".preview .option"), 1);
    const [from, until] = [page.getByLabel("Start,"), page.getByLabel("End,")];
    for (const field of [from, until]) {
      const isWhole = await field.evaluate(
        ({
          scrollWidth,
          clientWidth,
        }: {
          readonly scrollWidth: number;
          readonly clientWidth: number;
        }) => scrollWidth <= clientWidth,
      );
      expect(isWhole).toBe(true);
    }
    const tops = await Promise.all(
      [from, until, page.getByRole("button", { name: /^Remove / })].map(
        async (each) => (await each.boundingBox())?.y,
      ),
    );
    expect(new Set(tops.map((y) => Math.round((y ?? 0) / 10))).size).toBe(1);
  });

  test("sees each task with its places on a phone, and signs up in the preview", async () => {
    const page = await begin("signup", "tasks@example.org", phone);
    const [row] = await page.locator(".choice-list li").all();
    const places = row?.getByText("Places", { exact: true });
    await places?.waitFor();
    const tops = await Promise.all(
      ["input[type=text]", "button.close", ".number"].map(
        async (each) => (await row?.locator(each).boundingBox())?.y ?? 0,
      ),
    );
    const [text = 0, remove = 0, number = 0] = tops;
    expect(Math.abs(text - remove)).toBeLessThan(4);
    expect(number).toBeGreaterThan(text + 40);
    const preview = page.getByRole("region", { name: "What participants see" });
    await preview.getByText("4 of 4 places free").waitFor();
    await preview.getByRole("button", { name: "Sign up: Set up the tables" }).click();
    await preview.getByText("3 of 4 places free").waitFor();
  });

  test("chooses one option of the preview of a single choice, and no second one", async () => {
    const page = await begin("choice", "radios@example.org");
    const preview = page.getByRole("region", { name: "What participants see" });
    await preview.getByRole("radio").first().check();
    await preview.getByRole("radio").last().check();
    expect(await preview.getByRole("radio", { checked: true }).count()).toBe(1);
  });
});
