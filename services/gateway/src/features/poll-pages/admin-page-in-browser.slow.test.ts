// Covers docs/reference/pages.md: languages, managing-on-pages, surveys-on-pages
// Covers docs/reference/polls.md: import

import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { newPublicId } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import {
  buildDelivery,
  buildOption,
  buildParticipant,
  buildPoll,
  png,
  waitFor,
} from "@polls/testing";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { browse, openBrowser, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { enterTexts } from "../../../testing/enter-texts";
import { type SignedInState, signInAt } from "../../../testing/sign-in-page";
import { signUp } from "../../../testing/sign-up";
import type { TestGateway } from "../../../testing/start-gateway";
import {
  barriersOf,
  narrowPhone,
  startGatewayOfPages,
  unlimited,
} from "../../../testing/start-pages";
import type { NewAccount } from "../accounts/create-account";

const email = "owner@example.org";

describeWithBrowser("a person who manages a poll", () => {
  let gateway: TestGateway;
  let owner: NewAccount;
  let browser: Browser;
  let state: SignedInState;
  beforeAll(async () => {
    gateway = await startGatewayOfPages(
      { rateLimiter: unlimited },
      { KEEP_CLOSED_POLLS_DAYS: "365" },
    );
    owner = await signUp(gateway.db, { email });
    browser = await openBrowser();
    state = await signInAt(gateway, browser, email);
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  const newPoll = (
    settings: Readonly<Record<string, unknown>> = {},
    more: Parameters<typeof buildPoll>[1] = {},
  ): Promise<Poll> =>
    buildPoll(gateway.db, {
      ownerAccountId: owner.id,
      title: "Where shall we eat?",
      settings: { require_voter_name: false, ...settings },
      ...more,
    });

  const manage = (poll: Poll, section = "", options: BrowserContextOptions = {}) =>
    browse(browser, `${gateway.url}/p/${poll.adminHash}/admin#${section}`, {
      storageState: state,
      ...options,
    });

  const shown = async ({ adminHash }: Poll) =>
    (await gateway.request(`GET /api/v1/polls/${adminHash}`, { token: owner.privateToken })).body;
  const optionsOf = async ({ adminHash }: Poll): Promise<readonly string[]> => {
    const path = `GET /api/v1/polls/${adminHash}/options?sort=options.position+asc`;
    const { body } = await gateway.request(path, { token: owner.privateToken });
    return body.map(({ content }: { readonly content: string }) => content);
  };

  /** Waits until `read` returns the expected value. */
  const become = (expected: unknown, read: () => Promise<unknown>) =>
    waitFor(async () => isDeepStrictEqual(await read(), expected), {
      what: JSON.stringify(expected),
    });

  test("creates a poll, adds options, shares the link, and sees the vote of a second browser", async () => {
    const page = await browse(browser, `${gateway.url}/polls/new`, { storageState: state });
    await page.getByRole("link", { name: "Find a date" }).waitFor();
    await page.getByRole("link", { name: "Vote on several" }).click();
    await page.getByLabel("Title", { exact: true }).fill("Dinner");
    await page.getByRole("textbox", { name: "What can people vote on?: 1" }).fill("Soup");
    await page.getByLabel("How do people vote?").selectOption("Yes, maybe or no");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("heading", { name: "Dinner" }).waitFor();
    await page.getByLabel("Text", { exact: true }).fill("Rice");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "Rice" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Search settings").fill("ask for a name");
    await page.getByRole("checkbox", { name: "Ask for a name" }).uncheck();
    await page.getByText("Saved", { exact: true }).waitFor();
    const link = await page.getByRole("textbox", { name: "Link for participants" }).inputValue();

    const voter = await browse(browser, link, phone);
    const rice = voter.locator("li.option", { hasText: "Rice" });
    await rice.getByLabel("Yes", { exact: true }).click();
    await rice.getByText("Saved").waitFor();

    await page.getByRole("link", { name: "Results", exact: true }).click();
    await page.getByRole("link", { name: "Results page" }).click();
    const bar = page.locator(".bars li", { hasText: "Rice" });
    await bar.getByText("1 vote", { exact: true }).waitFor();
  });

  test("reads when a closed poll will be deleted, and keeps it by opening it again", async () => {
    const closedAt = new Date(Date.now() - 86_400_000);
    const poll = await newPoll({ delete_after_days: 10 }, { status: "closed" });
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { closedAt } });
    const page = await manage(poll, "settings");
    await page.getByText("It will be deleted on").waitFor();
    await page.getByLabel("Search settings").fill("delete after");
    const days = page.getByLabel("Delete after closing");
    expect(await days.locator("option").allInnerTexts()).toEqual([
      "As all closed polls: after 365 days",
      ...[7, 14, 30, 90, 180, 10].map((each) => `After ${each} days`),
    ]);
    await days.selectOption("After 30 days");
    await page.getByText("Saved", { exact: true }).waitFor();
    await become(new Date(closedAt.getTime() + 30 * 86_400_000).toISOString(), async () => {
      const { deletes_at } = await shown(poll);
      return deletes_at;
    });
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("button", { name: "Open the poll again" }).click();
    await page.getByText("It will be deleted on").waitFor({ state: "hidden" });
  });

  describe("settings", () => {
    test("are built from the hints of the poll, and saved one by one", async () => {
      const poll = await newPoll();
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("kind of vote");
      const kind = page.getByLabel("Kind of vote");
      const { configuration_hints: hints } = await shown(poll);
      const values = await kind
        .locator("option")
        .evaluateAll((options) =>
          options.map((option) => (option as unknown as { readonly value: string }).value),
        );
      expect(values).toEqual(hints.vote_type.allowed_values);
      await kind.selectOption("Stars");
      await page.getByText("Saved", { exact: true }).waitFor();
      expect((await shown(poll)).settings.vote_type).toBe("Votes::RatingVote");

      await page.getByLabel("Search settings").fill("deadline");
      await page.getByLabel("Voting ends").fill("2031-05-01T18:00");
      await page.getByLabel("Voting ends").blur();
      await become("2031-05-01T18:00:00.000Z", async () => {
        const { settings } = await shown(poll);
        return settings.deadline_voting;
      });
    });

    test("show a refused value at its field, with advice", async () => {
      const poll = await newPoll();
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("time zone");
      const zone = page.getByLabel("Time zone");
      await zone.fill("Mars/Olympus");
      await zone.blur();
      await page.getByText("Please enter a time zone, such as Europe/Berlin.").waitFor();
      const described = await zone.getAttribute("aria-describedby");
      expect(await page.locator(`[id="${described}"]`).innerText()).toContain("Europe/Berlin");
      expect((await shown(poll)).settings.timezone).not.toBe("Mars/Olympus");
    });

    test("are those that mean something for the type of the poll, without names of the API", async () => {
      for (const [type, shownTitle, hiddenTitle] of [
        ["Polls::Voting", "Order of the options", "New rows in a table"],
        ["Polls::Survey", "Required answers", "Order of the options"],
        ["Polls::Table", "New rows in a table", "Required answers"],
        ["Polls::PhotoGallery", "Minimum width", "State of new ideas"],
        ["Polls::Collection", "State of new ideas", "Appearance of doors"],
        ["Polls::AdventCalendar", "Appearance of doors", "Minimum width"],
      ] as const) {
        const page = await manage(await newPoll({}, { type }), "settings");
        await page.getByLabel("Search settings").waitFor();
        const titles = await page.locator(".group-of").allTextContents();
        const has = (title: string) => titles.some((text) => text.includes(title));
        expect([type, has(shownTitle), has(hiddenTitle)]).toEqual([type, true, false]);
        expect(titles.filter((text) => /_|::|no effect/.test(text))).toEqual([]);
        await page.context().close();
      }
    });

    test("say what it means that one is not set, and appear once they have an effect", async () => {
      const poll = await newPoll({ option_type: "Options::DateOption" });
      const page = await manage(poll, "settings");
      const search = page.getByLabel("Search settings");
      for (const [title, unset] of [
        ["Color", "That of this service"],
        ["Tell me about votes", "Never"],
        ["Counting method", "By sum or average, without a counting method"],
      ] as const) {
        await search.fill(title);
        const first = page.getByLabel(title).locator("option").first();
        expect([title, await first.textContent()]).toEqual([title, unset]);
      }
      await search.fill("");
      expect(await page.getByText("Approve before showing").count()).toBe(0);
      await page.getByLabel("Participants may add dates of their own").check();
      await page.getByLabel("Approve before showing").waitFor();
      expect((await shown(poll)).settings.allow_new_options).toBe(true);
    });

    test("have the state of new ideas by its name", async () => {
      const poll = await newPoll({}, { type: "Polls::Collection" });
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("State of new ideas");
      const states = page.getByLabel("State of new ideas");
      expect(await states.inputValue()).toBe("incoming");
      await states.selectOption("in progress");
      await page.getByText("Saved", { exact: true }).waitFor();
      expect((await shown(poll)).settings.default_states).toEqual(["in_implementation"]);
    });

    test("have the names of the states, which replace those of the page", async () => {
      const poll = await newPoll({}, { type: "Polls::Collection" });
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("Names of the states");
      const field = page.getByLabel("Names of the states: planned");
      await field.fill("On our list");
      await field.blur();
      await page.getByText("Saved", { exact: true }).waitFor();
      expect((await shown(poll)).settings.state_labels).toEqual({ planned: "On our list" });
      await page.getByLabel("Search settings").fill("State of new ideas");
      const states = page.getByLabel("State of new ideas");
      await states.locator("option", { hasText: "On our list" }).waitFor({ state: "attached" });
    });

    test("have what voting costs in one form, in units of the currency", async () => {
      const poll = await newPoll({ vote_type: "Votes::UpVote" });
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("What voting costs");
      const form = page.locator("form", { hasText: "What voting costs" });
      await form.getByLabel("What voting costs").selectOption("Each vote is bought");
      const price = form.getByLabel("Price (€)");
      await price.fill("1.5");
      await form.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      expect((await shown(poll)).settings).toMatchObject({
        voting_fee_type: "voting_sell_votes",
        voting_fee: 150,
      });
      await form.getByLabel("What voting costs").selectOption("A fee for taking part");
      await price.fill("0.10");
      await form.getByRole("button", { name: "Save" }).click();
      await page.getByText("The minimum is €0.50.").waitFor();
      await form.getByLabel("What voting costs").selectOption("Nothing");
      await form.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      expect((await shown(poll)).settings.voting_fee_type).toBeUndefined();
    });

    test("say first that the account cannot receive payments", async () => {
      const poll = await newPoll();
      const allow = (canTakePayments: boolean) =>
        gateway.db.prisma.account.update({ where: { id: owner.id }, data: { canTakePayments } });
      await allow(false);
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("What voting costs");
      await page.getByText("Your account cannot receive payments.").waitFor();
      await allow(true);
    });

    test("have fields for the thank-you page, and keep values that programs set", async () => {
      const poll = await newPoll({
        thank_you_page: true,
        thank_you_page_data: { theme: "green" },
      });
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("Content of the thank-you page");
      await page.getByLabel("Heading", { exact: true }).fill("See you");
      await page.getByLabel("Heading", { exact: true }).blur();
      await page.getByText("Saved", { exact: true }).waitFor();
      expect((await shown(poll)).settings.thank_you_page_data).toEqual({
        theme: "green",
        title: "See you",
      });
    });

    test("take a picture of links, crop it, and remove it", async () => {
      const poll = await newPoll({ social_media_image_data: { alt: "Tea" } });
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("Picture in social media");
      const field = page.getByLabel("Choose a picture");
      await field.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("x") });
      await page.getByText("The browser cannot open this file.").waitFor();
      const file = { name: "tea.png", mimeType: "image/png", buffer: png(1_600, 900) };
      await field.setInputFiles(file);
      await page.getByText("Saved", { exact: true }).waitFor();
      const { social_media_image_data: stored } = (await shown(poll)).settings;
      expect(stored).toEqual({
        alt: "Tea",
        data: expect.stringMatching(/^data:image\/jpeg;base64,/),
      });
      const size = await page
        .getByAltText("The picture of links to the poll")
        .evaluate((image) =>
          ["naturalWidth", "naturalHeight"].map((name) => Reflect.get(image, name)),
        );
      expect(size).toEqual([1_200, 630]);
      await page.getByRole("button", { name: "Remove the picture" }).click();
      await page.getByAltText("The picture of links to the poll").waitFor({ state: "detached" });
      expect((await shown(poll)).settings.social_media_image_data).toEqual({ alt: "Tea" });
    });

    test("have a form for further fields of participants", async () => {
      const poll = await newPoll();
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("additional_attributes");
      await page.getByRole("button", { name: "Add a field" }).click();
      await page.getByLabel("Title of the field").fill("Town");
      await page.getByLabel("Required").check();
      await page.getByRole("button", { name: "Save the fields" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      expect((await shown(poll)).settings.additional_attributes).toEqual({
        1: { title: "Town", type: "text", required: true, allowed_values: [] },
      });
    });
  });

  test("changes the title where it stands, and sees the page of participants beside it", async () => {
    const poll = await newPoll();
    await buildOption(gateway.db, poll, { content: "Soup" });
    const page = await manage(poll, "build", { viewport: { width: 1280, height: 900 } });
    const framed = page.frameLocator("iframe");
    await framed.getByRole("heading", { name: "Where shall we eat?" }).waitFor();
    await page.getByRole("button", { name: "Change the title" }).click();
    await page.keyboard.type("Dinner");
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Where shall we eat?" }).waitFor();
    await page
      .getByRole("button", { name: "Change the title" })
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Dinner");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Dinner" }).waitFor();
    await framed.getByRole("heading", { name: "Dinner" }).waitFor();
    expect((await shown(poll)).title).toBe("Dinner");
    expect(await page.locator("iframe").getAttribute("inert")).not.toBeNull();
  });

  test("gives the poll a cover, sees it when it is ready, and removes it", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "build", narrowPhone);
    const file = { name: "sea.png", mimeType: "image/png", buffer: png(60, 20) };
    await page.getByLabel("Add a cover").setInputFiles(file);
    await page.getByText("The picture is being prepared").waitFor();
    const { id } = await gateway.db.prisma.attachment.findUniqueOrThrow({
      where: { coverOfPollId: poll.id },
    });
    const form = { name: "medium", contentType: "image/webp", byteSize: 1 };
    await gateway.db.prisma.attachment.update({
      where: { id },
      data: {
        processedAt: new Date(),
        derivatives: { create: { ...form, storageKey: `derivatives/${newPublicId()}/medium` } },
      },
    });
    await page.getByRole("img", { name: "The cover of the poll" }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    const text = Buffer.from("not a picture");
    await page
      .getByLabel("Replace the picture")
      .setInputFiles({ name: "text.png", mimeType: "image/png", buffer: text });
    await page.getByText("Files of this format are not accepted. P").waitFor();
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await page.getByText("Add a cover").waitFor();
    expect((await shown(poll)).cover).toBeUndefined();
  });

  describe("options", () => {
    async function withOptions(...contents: readonly string[]): Promise<Poll> {
      const poll = await newPoll();
      for (const [at, content] of contents.entries()) {
        await buildOption(gateway.db, poll, { content, position: at + 1 });
      }
      return poll;
    }

    test("are sorted by keyboard and by drag, added line by line, changed and deleted", async () => {
      const poll = await withOptions("Soup", "Rice", "Cake");
      const page = await manage(poll);
      const row = (name: string) => page.locator("li.option-row", { hasText: name });
      const grip = row("Cake").locator(".grip");
      await grip.focus();
      await page.keyboard.press("ArrowUp");
      await page.getByText("Cake: position 2 of 3").waitFor();
      await become(["Soup", "Cake", "Rice"], () => optionsOf(poll));
      await grip.and(page.locator(":focus")).waitFor();
      await row("Rice").locator(".grip").dragTo(row("Soup"));
      await become(["Rice", "Soup", "Cake"], () => optionsOf(poll));

      await page.getByText("Add several").click();
      await page.getByLabel("One on each line.").fill("Tea\n\nMilk");
      await page.getByRole("button", { name: "Add all" }).click();
      await page.getByRole("heading", { name: "Milk" }).waitFor();
      const facts = page.locator(".facts span");
      await facts.filter({ hasText: /^5 options$/ }).waitFor();

      await row("Soup").getByText("Change", { exact: true }).click();
      await row("Soup").getByLabel("Subtitle").fill("Hot");
      await row("Soup").getByLabel("Subtitle").blur();
      await row("Soup").getByText("Saved", { exact: true }).waitFor();

      await page.getByRole("button", { name: "Delete Cake" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await become(["Rice", "Soup", "Tea", "Milk"], () => optionsOf(poll));
      await facts.filter({ hasText: /^4 options$/ }).waitFor();
    });

    test("are imported from a table, whose refused rows are listed", async () => {
      const poll = await withOptions();
      const page = await manage(poll);
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("content,info_link\nSoup,\nRice,nonsense\nCake,\n"),
      });
      await page.getByText("2 options added").waitFor();
      await page.getByText("Row 3: Link: Please enter an address that begins").waitFor();
      expect(await optionsOf(poll)).toEqual(["Soup", "Cake"]);
    });

    test("are imported from a table in a guessed character set after its first lines are shown", async () => {
      const poll = await withOptions();
      const page = await manage(poll);
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("content;subtitle\r\nM\xfcller Stra\xdfe;10 \x80\r\n", "latin1"),
      });
      await page.getByText("Müller Straße;10 €").waitFor();
      expect(await optionsOf(poll)).toEqual([]);
      await page.getByText("Müller Straße;10 €").locator("..").getByRole("button").click();
      await page.getByText("1 option added").waitFor();
      expect(await optionsOf(poll)).toEqual(["Müller Straße"]);
    });

    test("are not imported from a workbook of another program, which is named", async () => {
      const page = await manage(await withOptions());
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.xls",
        mimeType: "application/vnd.ms-excel",
        buffer: Buffer.concat([
          Buffer.from("d0cf11e0a1b11ae1", "hex"),
          Buffer.from("Workbook\0", "utf16le"),
        ]),
      });
      await page.getByText("This is an XLS file. Please save it as XLSX.").waitFor();
    });

    test("are not imported from a table that is too large", async () => {
      const page = await manage(await withOptions());
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.alloc(5_000_001),
      });
      await page.getByText("This file is too large.").waitFor();
    });

    test("of a gallery are uploaded, several at a time", async () => {
      const poll = await newPoll({}, { type: "Polls::ImageGallery" });
      const page = await manage(poll);
      const file = (name: string) => ({ name, mimeType: "image/png", buffer: png(8, 8) });
      await page.getByLabel("Files").setInputFiles([file("one.png"), file("two.png")]);
      await page.getByRole("heading", { name: "two" }).waitFor();
      expect(await optionsOf(poll)).toEqual(["one", "two"]);
    });

    test("of a gallery of videos can be URLs of YouTube and Vimeo", async () => {
      const poll = await newPoll({}, { type: "Polls::VideoGallery" });
      const page = await manage(poll);
      const add = async (address: string, at: number) => {
        await page.getByLabel("Address of a video").fill(address);
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.getByRole("heading", { name: `Option ${at}`, exact: true }).waitFor();
      };
      await add("https://youtu.be/aqz-KE-bpKQ", 1);
      await add("https://vimeo.com/1084537", 2);
      const rows = await gateway.db.prisma.option.findMany({
        where: { pollId: poll.id },
        orderBy: { position: "asc" },
      });
      expect(rows.map(({ type }) => type)).toEqual([
        "Options::YoutubeOption",
        "Options::VimeoOption",
      ]);
    });

    test("that participants submit come first, and are approved one by one or together", async () => {
      const poll = await newPoll({ allow_new_options: true, require_approval: true });
      await buildOption(gateway.db, poll, { content: "Soup", position: 1 });
      for (const [at, content] of ["Pie", "Cake", "Tea"].entries()) {
        const position = at + 2;
        await buildOption(gateway.db, poll, { content, position, approvalState: "unreviewed" });
      }
      const page = await manage(poll);
      await page.getByRole("heading", { name: "Waiting for approval: 3" }).waitFor();
      const names = await page.locator(".option-row h3").allInnerTexts();
      expect(names).toEqual(["Pie", "Cake", "Tea", "Soup"]);
      await page.getByRole("button", { name: "Approve Pie" }).click();
      await page.getByRole("heading", { name: "Waiting for approval: 2" }).waitFor();
      await page.getByRole("button", { name: "Approve all" }).click();
      await page.getByText("Waiting for approval").waitFor({ state: "detached" });
      const where = { pollId: poll.id, approvalState: "approved" } as const;
      expect(await gateway.db.prisma.option.count({ where })).toBe(4);
    });

    test("show their picture without a reload, once it is processed", async () => {
      const poll = await newPoll({}, { type: "Polls::PhotoGallery" });
      const page = await manage(poll);
      const file = { name: "lake.png", mimeType: "image/png", buffer: png(8, 8) };
      await page.getByLabel("Files").setInputFiles(file);
      const row = page.locator("li.option-row", { hasText: "lake" });
      await row.getByText("Being processed").waitFor();
      const { id } = await gateway.db.prisma.attachment.findFirstOrThrow({
        where: { option: { pollId: poll.id } },
      });
      const thumb = { name: "thumb", storageKey: "derivatives/lake/thumb" } as const;
      await gateway.db.prisma.attachment.update({
        where: { id },
        data: {
          processedAt: new Date(),
          derivatives: { create: { ...thumb, contentType: "image/webp", byteSize: 10n } },
        },
      });
      await row.locator("img").waitFor();
      expect(await row.getByText("Being processed").count()).toBe(0);
    });

    test("are named if their file is refused or not complete; the other files are kept", async () => {
      const poll = await newPoll({}, { type: "Polls::PhotoGallery" });
      const page = await manage(poll);
      const drawn = await page.evaluate<string>(
        "document.createElement('canvas').toDataURL('image/jpeg')",
      );
      const whole = Buffer.from(drawn.split(",")[1] ?? "", "base64");
      const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
      await page
        .getByLabel("Files")
        .setInputFiles([
          file("notes.jpg", Buffer.from("not a picture")),
          file("half.jpg", whole.subarray(0, whole.length - 20)),
          file("whole.jpg", whole),
        ]);
      await page.getByRole("heading", { name: "whole" }).waitFor();
      const notes = await page.locator("ul.problem li").allInnerTexts();
      expect(notes.map((text) => text.split(":")[0])).toEqual(["notes.jpg", "half.jpg"]);
      expect(notes[1]).toContain("not complete");
      expect(await optionsOf(poll)).toEqual(["half", "whole"]);
    });

    test("with dates are shown in the time zone of the poll, and can be moved", async () => {
      const poll = await newPoll({
        option_type: "Options::TimeRangeOption",
        timezone: "Europe/Berlin",
      });
      const option = await buildOption(gateway.db, poll, {
        startDate: new Date("2030-07-01T10:00Z"),
        endDate: new Date("2030-07-01T12:00Z"),
      });
      const page = await manage(poll);
      await page.getByText("Change", { exact: true }).click();
      const row = page.locator(".option-row");
      const [start, end] = [row.getByLabel("Start"), row.getByLabel("End")];
      expect(await start.inputValue()).toBe("2030-07-01T12:00");
      await end.fill("2030-07-01T18:30");
      await end.blur();
      const { publicId: id } = option;
      const dates = async () => {
        const { body } = await gateway.request(
          `GET /api/v1/polls/${poll.adminHash}/options/${id}`,
          {
            token: owner.privateToken,
          },
        );
        return [body.start_date, body.end_date];
      };
      await become(["2030-07-01T10:00:00.000Z", "2030-07-01T16:30:00.000Z"], dates);
      await start.fill("2030-07-02T12:00");
      await start.blur();
      await page.locator(".state.failed").waitFor();
      expect(await dates()).toEqual(["2030-07-01T10:00:00.000Z", "2030-07-01T16:30:00.000Z"]);
    });

    test("with places are added by their coordinates, and can be moved", async () => {
      const poll = await newPoll({ option_type: "Options::LocationOption" });
      const page = await manage(poll);
      await page.getByLabel("Latitude, from -90 to 90").fill("53.54");
      await page.getByLabel("Longitude, from -180 to 180").fill("9.97");
      await page.getByLabel("Text", { exact: true }).fill("The harbor");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("Change", { exact: true }).click();
      const place = page.getByRole("textbox", { name: "Place" });
      expect(await place.inputValue()).toBe("53.54; 9.97");
      await place.fill("52,5; 13.4");
      await place.blur();
      await become([[13.4, 52.5]], async () => {
        const { data } = await gateway.db.prisma.option.findFirstOrThrow({
          where: { pollId: poll.id },
        });
        return (data as { readonly coordinates: unknown }).coordinates;
      });
      await place.fill("91; 0");
      await place.blur();
      await page.locator(".state.failed").waitFor();
    });

    test("with pictures can get another file", async () => {
      const poll = await newPoll({}, { type: "Polls::PhotoGallery" });
      const page = await manage(poll);
      const file = (name: string) => ({ name, mimeType: "image/png", buffer: png(8, 8) });
      await page.getByLabel("Files").setInputFiles(file("lake.png"));
      await page.getByRole("heading", { name: "lake" }).waitFor();
      const stored = async () => {
        const option = await gateway.db.prisma.option.findFirstOrThrow({
          where: { pollId: poll.id },
        });
        const files = await gateway.db.prisma.attachment.findMany({
          where: { optionId: option.id },
        });
        return files.map(({ fileName }) => fileName);
      };
      await become(["lake.png"], stored);
      await page.getByText("Change", { exact: true }).click();
      await page.getByLabel("Replace the file").setInputFiles(file("sea.png"));
      await page.getByText("Saved", { exact: true }).waitFor();
      await become(["sea.png"], stored);
    });

    test("with dates are added by the days of a month and their times, in one request", async () => {
      const poll = await newPoll({
        option_type: "Options::TimeRangeOption",
        timezone: "Europe/Berlin",
      });
      const page = await manage(poll, "", { timezoneId: "UTC" });
      await page.clock.install({ time: new Date("2030-07-01T10:00Z") });
      await page.reload();
      const requests: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().includes("/api/"))
          requests.push(request.url().split("/").slice(-2).join("/"));
      });
      await page.getByRole("button", { name: "Next month" }).click();
      await page.getByRole("button", { name: "Friday, August 2, 2030" }).click();
      await page.getByRole("button", { name: "Saturday, August 3, 2030" }).click();
      await page.getByLabel("From, Friday, August 2, 2030").fill("12:00");
      await page.getByLabel("Until, Friday, August 2, 2030").fill("13:00");
      await page.getByLabel("Until, Friday, August 2, 2030").blur();
      await page.getByRole("button", { name: "Add a time: Friday, August 2, 2030" }).click();
      await page.getByRole("button", { name: "Copy the times of Friday, August 2, 2030" }).click();
      await page.getByRole("button", { name: "Remove Saturday, August 3, 2030, 12:00" }).click();
      await page.getByText("Times in the time zone Europe/Berlin").waitFor();
      await page.getByLabel("Repeat each week until").fill("2030-08-09");
      await page.getByText("2 days chosen · 5 dates").waitFor();
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await become(
        ["02T10:00", "02T11:00", "03T11:00", "09T10:00", "09T11:00"].map(
          (at) => `2030-08-${at}:00.000Z`,
        ),
        async () => {
          const rows = await gateway.db.prisma.option.findMany({
            where: { pollId: poll.id },
            orderBy: { position: "asc" },
          });
          return rows.map(({ startDate }) => startDate?.toISOString());
        },
      );
      expect(requests).toEqual(["options/series"]);
      await page.getByText("0 days chosen").waitFor();
    });

    test("have their own number of places, where the poll says so", async () => {
      const poll = await newPoll({ limit_per_option_type: "limit_individual" });
      const page = await manage(poll);
      await page.getByLabel("Text", { exact: true }).fill("Cake");
      await page.getByLabel("Places").fill("2");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("2 places").waitFor();
      const row = page.locator("li.option-row");
      await row.getByText("Change", { exact: true }).click();
      await row.getByLabel("Places").fill("5");
      await row.getByLabel("Places").blur();
      await row.getByText("5 places").waitFor();
    });
  });

  describe("questions", () => {
    const newSurvey = () => newPoll({}, { type: "Polls::Survey", title: "Our library" });

    /** The steps with what is under them, as an admin reads them. */
    const surveyOf = async ({ id }: Poll) => {
      const rows = await gateway.db.prisma.option.findMany({
        where: { pollId: id },
        orderBy: [{ parentId: { sort: "asc", nulls: "first" } }, { position: "asc" }],
      });
      return rows.map(({ content, inputType, settings }) => [content, inputType, settings]);
    };

    async function add(
      page: Page,
      text: string,
      kind: string,
      lists: Readonly<Record<string, readonly string[]>> = {},
    ) {
      const form = page.locator("form", { hasText: "Add a question" });
      await form.getByLabel("Text", { exact: true }).fill(text);
      await form.getByLabel("Kind of answer").selectOption(kind);
      for (const [name, values] of Object.entries(lists)) await enterTexts(form, name, values);
      await form.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("heading", { name: text, exact: true }).waitFor();
    }
    const rowOf = (page: Page, text: string) =>
      page.locator("ol.rows > li.option-row", {
        has: page.getByRole("heading", { name: text, exact: true }),
      });

    test("of every kind are made whole, and show what they are", async () => {
      const poll = await newSurvey();
      const page = await manage(poll);
      await add(page, "Your color?", "One of several (buttons)", {
        Choices: ["Red", "Blue", "Green"],
      });
      await add(page, "How was it?", "A matrix", {
        Rows: ["Food", "Music"],
        Columns: ["bad", "good"],
      });
      await add(page, "Where do you live?", "A place on the map");
      const voted = page.locator("form", { hasText: "Add a question" });
      await voted.getByLabel("Kind of answer").selectOption("Options to vote on");
      await voted.getByLabel("How do people vote?").selectOption("Stars");
      await voted.getByLabel("Must be answered").check();
      await add(page, "Which band?", "Options to vote on", {
        "What can people vote on?": ["Owls", "Larks"],
      });
      await rowOf(page, "Your color?")
        .getByText("One of several (buttons) · Red, Blue, Green")
        .waitFor();
      await rowOf(page, "How was it?").getByText("Food, Music · bad, good").waitFor();
      await rowOf(page, "Which band?").locator("p.fine", { hasText: "Must be answered" }).waitFor();
      const matrix = { survey_step_type: "matrix", allowed_values: ["bad", "good"] };
      expect(await surveyOf(poll)).toEqual([
        ["Your color?", null, { survey_step_type: "input" }],
        ["How was it?", null, matrix],
        ["Where do you live?", null, { survey_step_type: "input" }],
        [
          "Which band?",
          null,
          {
            survey_step_type: "vote",
            survey_step_vote_type: "Votes::RatingVote",
            require_vote: true,
          },
        ],
        ["Your color?", "radio", { allowed_values: ["Red", "Blue", "Green"] }],
        ["Food", null, {}],
        ["Music", null, {}],
        ["Where do you live?", "location", {}],
        ["Owls", null, {}],
        ["Larks", null, {}],
      ]);
    });

    test("are changed later: text, kind, choices, help, and whether they must be answered", async () => {
      const poll = await newSurvey();
      const page = await manage(poll);
      await add(page, "Your color?", "A line of text");
      const row = rowOf(page, "Your color?");
      await row.getByText("Change", { exact: true }).click();
      await row.getByLabel("Kind of answer").selectOption("Several from a list");
      await row.getByText("Yes, No").waitFor();
      await row.getByRole("textbox", { name: "Choices: 1", exact: true }).fill("Red");
      await row.getByRole("button", { name: "Remove “No”" }).click();
      await row.getByRole("button", { name: "Add a line: Choices" }).click();
      await page.keyboard.type("Blue");
      await row.getByLabel("Must be answered").check();
      await row.getByText("Several from a list · Red, Blue · Must be answered").waitFor();
      await row.getByLabel("Help text").fill("Several are fine");
      await row.getByRole("button", { name: "Change the text of Your color?" }).click();
      await page.getByRole("textbox", { name: "Change the text" }).fill("Your colors?");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Your colors?" }).first().waitFor();
      expect(await surveyOf(poll)).toEqual([
        ["Your colors?", null, { survey_step_type: "input" }],
        ["Your colors?", "multi_select", { allowed_values: ["Red", "Blue"], mandatory: true }],
      ]);
    });

    test("have choices that are sorted by keyboard and by drag", async () => {
      const poll = await newSurvey();
      const page = await manage(poll);
      await add(page, "Your color?", "One of several (buttons)", {
        Choices: ["Red", "Blue", "Green"],
      });
      const row = rowOf(page, "Your color?");
      const sorted = (...allowed_values: readonly string[]) =>
        become(
          [
            ["Your color?", null, { survey_step_type: "input" }],
            ["Your color?", "radio", { allowed_values }],
          ],
          () => surveyOf(poll),
        );
      await row.getByText("Change", { exact: true }).click();
      const grip = (name: string) => row.getByRole("button", { name: `Move ${name}`, exact: true });
      await grip("Green").focus();
      await page.keyboard.press("ArrowUp");
      await page.getByText("Green: position 2 of 3").waitFor();
      await sorted("Red", "Green", "Blue");
      await grip("Green").and(page.locator(":focus")).waitFor();
      await grip("Blue").dragTo(row.getByRole("textbox", { name: "Choices: 1", exact: true }));
      await sorted("Blue", "Red", "Green");
      await row.getByText("One of several (buttons) · Blue, Red, Green").waitFor();
    });

    test("lead on by their answers, also past one that is added later", async () => {
      const poll = await newSurvey();
      const page = await manage(poll);
      await add(page, "Do you come often?", "One of several (buttons)", { Choices: ["Yes", "No"] });
      await add(page, "What do you miss?", "A long text");
      await add(page, "Why do you come?", "A long text");
      const ways = rowOf(page, "Do you come often?").getByRole("group", { name: "Then go to" });
      const branch = page.getByRole("button", { name: "Branch after Do you come often?" });
      await branch.click();
      expect(await page.getByRole("group", { name: "Then go to" }).count()).toBe(1);
      await ways.getByLabel("Then go to, after Yes").selectOption("3. Why do you come?");
      await page.getByText("Skipped after “Yes”.").waitFor();
      expect(await branch.count()).toBe(0);
      await ways.getByLabel("Then go to, after No").selectOption("the end of the survey");
      await rowOf(page, "Why do you come?").getByText("Skipped after “No”.").waitFor();
      await add(page, "Anything else?", "A line of text");
      await rowOf(page, "Anything else?").getByText("Skipped after “No”.").waitFor();

      const voter = await browse(browser, `${gateway.url}/p/${poll.memberHash}`, phone);
      await voter.getByRole("radio", { name: "Yes" }).check();
      await voter.getByRole("button", { name: "Next" }).click();
      await voter.getByRole("heading", { name: "Why do you come?" }).waitFor();

      await page.getByRole("button", { name: "Delete: Skipped after “Yes”." }).click();
      await page.getByText("Skipped after “Yes”.").waitFor({ state: "detached" });
      expect(await ways.getByLabel("Then go to, after Yes").inputValue()).toBe("1");
    });

    test("are the columns of a table, with their kind and choices", async () => {
      const poll = await newPoll({}, { type: "Polls::Table" });
      const page = await manage(poll);
      const form = page.locator("form", { hasText: "Add a column" });
      await form.getByLabel("Text", { exact: true }).fill("I bring");
      await form.getByLabel("Kind of answer").selectOption("One from a list (menu)");
      await form.getByRole("textbox", { name: "Choices: 1", exact: true }).fill("Cake");
      await form.getByRole("button", { name: "Add", exact: true }).click();
      const row = rowOf(page, "I bring");
      await row.getByText("One from a list (menu) · Cake").waitFor();
      await row.getByText("Change", { exact: true }).click();
      await row.getByLabel("Kind of answer").selectOption("A whole number");
      await row.locator("p.fine", { hasText: "A whole number" }).waitFor();
    });
  });

  test("merges an option into another one, reads where it went, and undoes that", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const soup = await buildOption(gateway.db, poll, { content: "Soup" });
    const copy = await buildOption(gateway.db, poll, { content: "A soup" });
    await buildOption(gateway.db, poll, { content: "Rice" });
    const page = await manage(poll, "build", narrowPhone);
    const row = page.locator("li.option-row", {
      has: page.getByRole("heading", { name: "A soup" }),
    });
    const merge = row.getByRole("button", { name: "Merge A soup into another option" });
    await merge.click();
    await row.getByLabel("Search for the other option").fill("soup");
    await row.getByLabel("Search for the other option").blur();
    await row.getByRole("button", { name: "Merge into Rice" }).waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Merge into Soup" }).click();
    const dialog = page.getByRole("dialog", { name: "Merge into Soup" });
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    const went = row.getByRole("link", { name: "Merged into another option" });
    await went.waitFor();
    const path = `/p/${poll.memberHash}/o/`;
    expect(await went.getAttribute("href")).toBe(`${path}${soup.publicId}`);
    const visitor = await browse(browser, `${gateway.url}${path}${copy.publicId}`, phone);
    await visitor.getByRole("heading", { name: "Soup", exact: true, level: 1 }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe(`${path}${soup.publicId}`);

    await row.getByRole("button", { name: "Undo the merge of A soup" }).click();
    await merge.waitFor();
    expect((await visitor.goto(`${gateway.url}${path}${copy.publicId}`))?.status()).toBe(200);
    await visitor.getByRole("heading", { name: "A soup", level: 1 }).waitFor();
  });

  test("marks participants as fraudulent, and invites by a list and by codes", async () => {
    const poll = await newPoll();
    const { id } = await buildParticipant(gateway.db, poll, { userName: "Mallory" });
    const page = await manage(poll, "people");
    await page.getByRole("button", { name: "Mark Mallory as fraud" }).click();
    await page.getByText("Marked as fraud", { exact: false }).waitFor();
    const row = await gateway.db.prisma.participant.findUniqueOrThrow({ where: { id } });
    expect(row.fraudulent).toBe(true);

    const list = page.getByLabel("Addresses, one on each line");
    const invite = page.locator("form", { has: list });
    await list.fill("a@example.org\nnobody\nb@example.org, c@\n");
    await invite.getByRole("button", { name: "Invite" }).click();
    await invite.getByText("These are not e-mail addresses: nobody, c@").waitFor();
    await list.fill("a@example.org\nBea <b@example.org>");
    await invite.getByRole("button", { name: "Invite" }).click();
    await invite.getByText("2 invitations made").waitFor();
    await list.fill("c@example.org; a@example.org");
    await invite.getByRole("button", { name: "Invite" }).click();
    await invite
      .getByText("These are already invited, please remove them: a@example.org")
      .waitFor();
    await page.getByRole("heading", { name: "a@example.org", exact: true }).waitFor();
    await page.getByLabel("Number of codes").fill("2");
    await page.getByRole("button", { name: "Make codes" }).click();
    const links = await page.getByRole("textbox", { name: "Copy these links now." }).inputValue();
    expect(links.split("\n")).toHaveLength(2);
    await page.getByRole("button", { name: "Withdraw a@example.org" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await page
      .getByRole("heading", { name: "a@example.org", exact: true })
      .waitFor({ state: "detached" });
  });

  describe("answers", () => {
    const asMember = async (poll: Poll, path: string, body: object) => {
      const line = `POST /api/v1/polls/${poll.memberHash}/${path}`;
      const answer = await gateway.request(line, { token: member.privateToken, body });
      expect(answer.status).toBe(201);
      return answer.body;
    };
    let member: NewAccount;
    beforeAll(async () => {
      member = await signUp(gateway.db);
    });

    test("stand in a grid of names and options", async () => {
      const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
      const options = [
        await buildOption(gateway.db, poll, { content: "Soup" }),
        await buildOption(gateway.db, poll, { content: "Rice" }),
      ];
      for (const [name, ...values] of [
        ["Ada", 2, 0],
        ["Bea", 1, null],
      ] as const) {
        const { id: voter_id } = await asMember(poll, "voters", { voter: { user_name: name } });
        for (const [at, vote] of values.entries()) {
          const option_id = options[at]?.publicId;
          await asMember(poll, "votes", { voter_id, option_id, vote: { vote } });
        }
      }
      const page = await manage(poll, "people");
      await page.getByRole("button", { name: "Ada", exact: true }).waitFor();
      expect(await page.locator("table.answers tr").allInnerTexts()).toEqual(
        [
          ["Name", "Soup", "Rice"],
          ["Bea", "Maybe", ""],
          ["Ada", "Yes", "No"],
        ].map((row) => row.join("\t")),
      );
    });

    test("of one person are shown with files and drawings that open", async () => {
      const poll = await newPoll({}, { type: "Polls::Survey" });
      const step = (content: string, type: string) =>
        buildOption(gateway.db, poll, {
          type: "Options::SurveyStep",
          content,
          settings: { survey_step_type: type },
        });
      const [about, sketch] = [await step("About you", "input"), await step("Draw it", "drawing")];
      const input = (content: string, inputType: string) =>
        buildOption(gateway.db, poll, {
          type: "Options::InputOption",
          parent: about,
          content,
          inputType,
        });
      const [town, file] = [await input("Your town", "text"), await input("Your letter", "file")];
      const { id: voter_id } = await asMember(poll, "voters", { voter: { user_name: "Ada" } });
      const attachment = `data:image/png;base64,${png(8, 8).toString("base64")}`;
      const [letter] = await Promise.all(
        [file, sketch].map(({ publicId }) =>
          asMember(poll, "options", { option: { attachment }, parent_option_id: publicId }),
        ),
      );
      for (const [{ publicId: option_id }, vote_text] of [
        [town, "Hamburg"],
        [file, letter.id],
      ] as const) {
        await asMember(poll, "votes", { voter_id, option_id, vote: { vote_text } });
      }
      const matrix = await buildOption(gateway.db, poll, {
        type: "Options::SurveyStep",
        settings: { survey_step_type: "matrix", allowed_values: ["bad", "fine"] },
      });
      const row = { type: "Options::TextOption", parent: matrix, content: "Light" } as const;
      const { publicId: option_id } = await buildOption(gateway.db, poll, row);
      await asMember(poll, "votes", { voter_id, option_id, vote: { vote: 2 } });
      const page = await manage(poll, "people");
      await page.getByRole("button", { name: "Ada", exact: true }).click();
      await page.getByRole("definition").filter({ hasText: "fine" }).waitFor();
      const response = page.getByRole("article", { name: "Answers of Ada" });
      await response.getByText("Hamburg").waitFor();
      for (const name of ["Your letter", "Draw it"]) {
        const link = response.locator("div", { hasText: name }).last().getByRole("link");
        const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
        const answer = await page.request.get((await link.getAttribute("href")) ?? "");
        expect([name, answer.status()]).toEqual([name, 200]);
        await opened.close();
      }
      await page.getByRole("link", { name: "Build", exact: true }).click();
      await page.getByRole("heading", { name: "Draw it" }).waitFor();
      expect(await page.getByText("Pictures of Draw it").count()).toBe(0);
    });
  });

  test("takes the addresses of a CSV file into the list, from whichever column", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "people");
    const file = page.getByLabel("Or a file with addresses");
    const csv = (text: string) => ({
      name: "a.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
    await file.setInputFiles(csv("Name;Age\nAda;36\n"));
    await page.getByText("There is no address in this file.").waitFor();
    await file.setInputFiles(
      csv('Name;Mail\nAda;ada@example.org\n"Bob, B.";"bob@example.org"\nAda;ada@example.org\n'),
    );
    const list = page.getByLabel("Addresses, one on each line");
    await waitFor(async () => (await list.inputValue()) === "ada@example.org\nbob@example.org", {
      what: "the addresses of the file",
    });
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByText("2 invitations made").waitFor();
  });

  test("sees on a phone what was opened, without a scroll", async () => {
    const page = await manage(await newPoll(), "build", phone);
    await page.getByRole("link", { name: "Settings" }).click();
    const search = page.getByLabel("Search settings");
    await search.waitFor();
    const box = await search.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(370);
  });

  test("reads results that are hidden from participants", async () => {
    const poll = await newPoll({ hide_results: true });
    await buildOption(gateway.db, poll, { content: "Soup" });
    const page = await manage(poll, "results");
    await page.locator(".bars > li", { hasText: "Soup" }).waitFor();
  });

  test("sees payments and payers, and refunds some votes of one after a confirmation", async () => {
    const poll = await newPoll();
    const payer = await buildParticipant(gateway.db, poll, {
      userName: "Ada",
      optinEmail: "ada@example.org",
    });
    const { id } = await gateway.db.prisma.payment.create({
      data: {
        publicId: newPublicId(),
        token: newPublicId(),
        kind: "votes",
        pollId: poll.id,
        participantId: payer.id,
        pollTitle: "Cakes",
        quantity: 5,
        unitAmount: 150,
        currency: "eur",
        state: "paid",
        credited: 5,
        received: 750n,
        checkouts: {
          create: { attempt: 1, state: "paid", paymentIntentId: "pi_1", expiresAt: new Date() },
        },
      },
    });
    const page = await manage(poll, "people");
    await page.getByText("5 votes at €1.50").waitFor();
    await page.getByRole("heading", { name: "Ada: Votes" }).waitFor();
    await page.locator("li", { hasText: "ada@example.org" }).last().waitFor();
    const refund = page.getByRole("button", { name: "Refund: Votes, Ada, €7.50" });
    await page.getByLabel("Votes to refund").fill("6");
    await page.locator("button[disabled]", { hasText: "Refund" }).waitFor();
    expect(await refund.isDisabled()).toBe(true);
    await page.getByLabel("Votes to refund").fill("2");
    await refund.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Refund €3.00?").waitFor();
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByText("The refund is on its way.").waitFor();
    const refunds = await gateway.db.prisma.refund.findMany({ where: { paymentId: id } });
    expect(refunds.map(({ amount }) => Number(amount))).toEqual([300]);
  });

  test("adds a webhook, tests it, sends an event again, and replaces the secret", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "webhooks");
    const url = "https://client.example/polls";
    await page.getByLabel("Address of the program").fill(url);
    await page.getByRole("checkbox", { name: "Votes are cast" }).uncheck();
    await page.getByRole("button", { name: "Add the webhook" }).click();
    const secret = page.getByRole("textbox", { name: `Secret of ${url}` });
    const first = await secret.inputValue();
    expect(first).toMatch(/^whsec_/);
    const stored = () =>
      gateway.db.prisma.webhook.findFirstOrThrow({
        where: { pollId: poll.id },
        include: { deliveries: { include: { event: true } } },
      });
    expect((await stored()).events).not.toContain("vote.cast");

    await page.getByRole("button", { name: `Send a test to ${url}` }).click();
    await page.getByRole("heading", { name: "Test", exact: true }).waitFor();
    const webhook = await stored();
    expect(webhook.deliveries.map(({ event }) => event.type)).toEqual(["webhook.test"]);
    await buildDelivery(gateway.db, webhook, { type: "poll.updated", state: "failed" });
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByRole("button", { name: "Send again: The poll is changed" }).click();
    await become([0, 0], async () =>
      (await stored()).deliveries.filter(({ state }) => state === "pending").map(() => 0),
    );

    await page.getByRole("button", { name: `New secret for ${url}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click();
    await become(true, async () => (await secret.inputValue()) !== first);
    await page.getByRole("button", { name: `Switch off ${url}` }).click();
    await page.getByText("switched off by hand").waitFor();
    await page.getByRole("button", { name: `Delete ${url}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("There are no webhooks yet.").waitFor();
  });

  test("downloads the QR code as SVG and PNG, and copies the embed code", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "share");
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name }).click(),
      ]);
      return readFile(await download.path());
    };
    expect((await save("Download as SVG")).toString()).toMatch(/^<svg .*<path d="M/);
    expect((await save("Download as PNG")).subarray(1, 4).toString()).toBe("PNG");
    const url = `${gateway.url}/p/${poll.memberHash}`;
    await page.getByRole("img", { name: `QR code of ${url}` }).waitFor();
    expect(await page.getByRole("textbox", { name: "Paste this code" }).inputValue()).toContain(
      `src="${url}"`,
    );
  });

  test("copies the link, and sees it selected if the browser refuses to copy", async () => {
    const poll = await newPoll();
    const url = `${gateway.url}/p/${poll.memberHash}`;
    const refused = await manage(poll, "share");
    // Without HTTPS browsers have no clipboard.
    await refused.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    const button = (page: Page) =>
      page.getByRole("button", { name: "Copy: Link for participants" });
    await button(refused).click();
    await refused.getByLabel("Link for participants").and(refused.locator(":focus")).waitFor();
    expect(await refused.evaluate("getSelection().toString()")).toBe(url);
    expect(await refused.getByText("Copied").count()).toBe(0);

    const page = await manage(poll, "share", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await button(page).click();
    await page.getByRole("status").getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(url);
  });

  test("closes and reopens the poll, downloads votes, duplicates and deletes it", async () => {
    const poll = await newPoll();
    await buildOption(gateway.db, poll, { content: "Soup" });
    const page = await manage(poll, "results");
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("button", { name: "Close the poll" }).click();
    await page.getByText("This poll is closed").waitFor();
    expect((await shown(poll)).status).toBe("closed");
    await page.getByRole("button", { name: "Open the poll again" }).click();
    await page.getByText("This poll is closed").waitFor({ state: "detached" });

    const poll_settings = { notify_result: true, delete_after_days: 30 };
    const line = `PATCH /api/v1/polls/${poll.adminHash}`;
    const changed = { token: owner.privateToken, body: { poll: poll_settings } };
    expect((await gateway.request(line, changed)).status).toBe(200);
    await page.reload();
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("button", { name: "Close the poll" }).click();
    const asked = page.getByRole("dialog");
    await asked.getByText("Participants with a confirmed address get an e-mail").waitFor();
    await asked.getByText("It will be deleted after 30 days at the latest").waitFor();
    expect((await shown(poll)).status).toBe("active");
    await asked.getByRole("button", { name: "Close the poll" }).click();
    await page.getByText("This poll is closed").waitFor();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Where shall we eat.csv");

    await page.getByRole("link", { name: "Copy, link and deletion" }).click();
    await page.getByRole("button", { name: "Duplicate" }).click();
    await page.getByText("The copy is made.").waitFor();
    await page.getByRole("link", { name: "Open the copy" }).click();
    await page.waitForURL((url) => !url.pathname.includes(poll.adminHash));
    await page.getByRole("heading", { name: "Soup" }).waitFor();

    const old = await manage(poll, "more");
    await old.getByRole("button", { name: "Delete the poll" }).click();
    const dialog = old.getByRole("dialog");
    await dialog.getByText("1 option with all files", { exact: false }).waitFor();
    const button = dialog.getByRole("button", { name: "Delete the poll and all of this" });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("Where shall we eat?");
    await button.click();
    await old.waitForURL("**/polls");
    expect((await shown(poll)).code).toBe("poll_not_found");
  });

  test("sees the title of the poll and its link without an account", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "", { storageState: { cookies: [], origins: [] } });
    await page.getByText("Sign in to change the poll").waitFor();
    await page.getByRole("textbox", { name: "Link for participants" }).waitFor();
    expect(await page.getByRole("button", { name: "Close the poll" }).count()).toBe(0);
  });

  test("finds no accessibility violation on the smallest phone", async () => {
    const poll = await newPoll({ allow_new_options: true });
    await buildOption(gateway.db, poll, { content: "Soup" });
    await buildOption(gateway.db, poll, { content: "Pie", approvalState: "unreviewed" });
    await buildParticipant(gateway.db, poll, { userName: "Ada" });
    const check = async (page: Page, what: string) => {
      expect([what, await barriersOf(page)]).toEqual([what, []]);
    };
    for (const [section, text] of [
      ["build", "Waiting for approval"],
      ["people", "There are no invitations yet."],
      ["settings", "More settings"],
      ["results", "Download the votes"],
      ["webhooks", "There are no webhooks yet."],
      ["share", "Embed in a web page"],
      ["more", "Duplicate the poll"],
    ] as const) {
      const page = await manage(poll, section, narrowPhone);
      await page.getByText(text).first().waitFor();
      await page.evaluate(
        "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
      );
      for (const tool of await page.locator(".actions .tool[aria-expanded]").all()) {
        await tool.click();
        await page.locator(".under").first().waitFor();
        await check(page, `${section}: ${await tool.innerText()}`);
      }
      await check(page, section);
      if (section === "more") {
        await page.getByRole("button", { name: "Delete the poll" }).click();
        await check(page, "a question");
      }
      await page.context().close();
    }
  });

  test("gets the page in German if the browser asks for it", async () => {
    const page = await manage(await newPoll(), "settings", { locale: "de-DE" });
    await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
    await page.getByText("Weitere Einstellungen").first().waitFor();
  });

  test("reads refusals in German, with advice", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "people", { locale: "de-DE" });
    for (const told of ["1 Einladung erstellt", "Bitte entfernen Sie, wer schon eingeladen ist"]) {
      await page.getByLabel("Adressen, eine je Zeile").fill("a@example.org");
      await page.getByRole("button", { name: "Einladen" }).click();
      await page.getByText(told).waitFor();
    }
    const settings = await manage(poll, "settings", { locale: "de-DE" });
    await settings.getByLabel("Einstellungen durchsuchen").fill("Zeitzone");
    const zone = settings.getByRole("textbox", { name: "Zeitzone" });
    await zone.fill("Mars/Base");
    await zone.blur();
    await settings.getByText("Bitte geben Sie eine Zeitzone ein").waitFor();
    await settings.getByLabel("Einstellungen durchsuchen").fill("Abstimmen");
    await settings.getByLabel("Abstimmen endet").fill("2030-01-01T12:00");
    await settings.getByLabel("Abstimmen endet").blur();
    await settings.getByText("Gespeichert", { exact: true }).waitFor();
    await settings.getByLabel("Abstimmen beginnt").fill("2030-01-02T12:00");
    await settings.getByLabel("Abstimmen beginnt").blur();
    await settings.getByText("Das darf nicht nach „Abstimmen endet“ liegen.").waitFor();
  });
});
