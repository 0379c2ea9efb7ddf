import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { newPublicId } from "@polls/db";
import type { Poll } from "@polls/domain/polls";
import { buildDelivery, buildOption, buildParticipant, buildPoll, waitFor } from "@polls/testing";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { browse, openBrowser, phone } from "../../testing/browse";
import { describeWithBrowser } from "../../testing/check-pages";
import { png } from "../../testing/png";
import { type SignedInState, signInAt } from "../../testing/sign-in-page";
import { signUp } from "../../testing/sign-up";
import type { TestGateway } from "../../testing/start-gateway";
import { barriersOf, narrowPhone, startGatewayOfPages, unlimited } from "../../testing/start-pages";
import type { NewAccount } from "../accounts/create-account";

const email = "owner@example.org";

describeWithBrowser("a person who manages a poll", () => {
  let gateway: TestGateway;
  let owner: NewAccount;
  let browser: Browser;
  let state: SignedInState;
  beforeAll(async () => {
    gateway = await startGatewayOfPages({ rateLimiter: unlimited });
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
    const page = await browse(browser, `${gateway.url}/polls`, { storageState: state });
    await page.getByRole("radio", { name: "Voting" }).check();
    await page.getByLabel("Title", { exact: true }).fill("Dinner");
    await page.getByLabel("What can people vote on?").fill("Soup");
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
    await page.getByRole("link", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link for participants" }).inputValue();

    const voter = await browse(browser, link, phone);
    const rice = voter.locator("li.option", { hasText: "Rice" });
    await rice.getByLabel("Yes", { exact: true }).click();
    await rice.getByText("Saved").waitFor();

    await page.getByRole("link", { name: "Results page" }).click();
    const bar = page.locator(".bars li", { hasText: "Rice" });
    await bar.getByText("1 vote", { exact: true }).waitFor();
  });

  describe("settings", () => {
    test("are built from the hints of the poll, and saved one by one", async () => {
      const poll = await newPoll();
      const page = await manage(poll, "settings");
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

    test("include every enumerated setting of every type of polls", async () => {
      for (const type of ["Polls::Voting", "Polls::PhotoGallery", "Polls::AdventCalendar"]) {
        const poll = await newPoll({}, { type });
        const page = await manage(poll, "settings");
        const { configuration_hints: hints } = await shown(poll);
        for (const name of Object.keys(hints)) {
          await page.getByLabel("Search settings").fill(name);
          const found = await page.locator(".group-of select").count();
          expect([type, name, found > 0]).toEqual([type, name, true]);
        }
        await page.context().close();
      }
    });

    test("have fields for the thank-you page, and keep values that programs set", async () => {
      const poll = await newPoll({ thank_you_page_data: { theme: "green" } });
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
      await page.getByRole("button", { name: "Move Cake up" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("Cake is now number 2.").waitFor();
      await become(["Soup", "Cake", "Rice"], () => optionsOf(poll));
      const row = (name: string) => page.locator("li.option-row", { hasText: name });
      await row("Rice").dragTo(row("Soup"));
      await become(["Rice", "Soup", "Cake"], () => optionsOf(poll));

      await page.getByText("Add several").click();
      await page.getByLabel("One on each line.").fill("Tea\n\nMilk");
      await page.getByRole("button", { name: "Add all" }).click();
      await page.getByRole("heading", { name: "Milk" }).waitFor();

      await row("Soup").getByText("Change", { exact: true }).click();
      await row("Soup").getByLabel("Subtitle").fill("Hot");
      await row("Soup").getByLabel("Subtitle").blur();
      await row("Soup").getByText("Saved", { exact: true }).waitFor();

      await page.getByRole("button", { name: "Delete Cake" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await become(["Rice", "Soup", "Tea", "Milk"], () => optionsOf(poll));
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

    test("that participants submit are approved", async () => {
      const poll = await newPoll({ allow_new_options: true, require_approval: true });
      await buildOption(gateway.db, poll, { content: "Pie", approvalState: "unreviewed" });
      const page = await manage(poll);
      await page.getByText("Waiting for approval").waitFor();
      await page.getByRole("button", { name: "Approve Pie" }).click();
      await page.getByText("Waiting for approval").waitFor({ state: "detached" });
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
      await page.locator("summary", { hasText: "Change" }).click();
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
      await page.locator("summary", { hasText: "Change" }).click();
      const place = page.getByLabel("Place");
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
      await page.locator("summary", { hasText: "Change" }).click();
      await page.getByLabel("Replace the file").setInputFiles(file("sea.png"));
      await page.getByText("Saved", { exact: true }).waitFor();
      await become(["sea.png"], stored);
    });

    test("of a survey are steps with questions below them", async () => {
      const poll = await newPoll({}, { type: "Polls::Survey" });
      const page = await manage(poll);
      await page.getByLabel("Text", { exact: true }).fill("About you");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("Under About you").click();
      const under = page.locator("li.option-row").first();
      await under.getByLabel("Text", { exact: true }).fill("Your town?");
      await under.getByRole("button", { name: "Add", exact: true }).click();
      await under.getByRole("heading", { name: "Your town?" }).waitFor();
    });
  });

  test("marks participants as fraudulent, and invites by a list and by codes", async () => {
    const poll = await newPoll();
    const { id } = await buildParticipant(gateway.db, poll, { userName: "Mallory" });
    const page = await manage(poll, "participants");
    await page.getByRole("button", { name: "Mark Mallory as fraud" }).click();
    await page.getByText("Marked as fraud", { exact: false }).waitFor();
    const row = await gateway.db.prisma.participant.findUniqueOrThrow({ where: { id } });
    expect(row.fraudulent).toBe(true);

    await page.getByLabel("Addresses, one on each line").fill("a@example.org\nb@example.org");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByText("2 invitations made").waitFor();
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

  test("takes the addresses of a CSV file into the list, from whichever column", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "participants");
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
    const page = await manage(await newPoll(), "options", phone);
    await page.getByRole("link", { name: "Share" }).click();
    const heading = page.getByRole("heading", { name: "Share" });
    await heading.waitFor();
    const box = await heading.boundingBox();
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
    const page = await manage(poll, "payments");
    await page.getByText("5 votes at €1.50").waitFor();
    await page.getByRole("heading", { name: "Ada: Votes" }).waitFor();
    await page.getByText("ada@example.org").waitFor();
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
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(url);
  });

  test("closes and reopens the poll, downloads votes, duplicates and deletes it", async () => {
    const poll = await newPoll();
    await buildOption(gateway.db, poll, { content: "Soup" });
    const page = await manage(poll, "more");
    await page.getByRole("button", { name: "Close the poll" }).click();
    await page.getByText("This poll is closed").waitFor();
    expect((await shown(poll)).status).toBe("closed");
    await page.getByRole("button", { name: "Open the poll again" }).click();
    await page.getByText("This poll is closed").waitFor({ state: "detached" });

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${poll.title}.csv`);

    await page.getByRole("button", { name: "Duplicate" }).click();
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
      ["options", "Waiting for approval"],
      ["settings", "settings"],
      ["results", "1 participant"],
      ["payments", "No one has paid yet."],
      ["webhooks", "There are no webhooks yet."],
      ["participants", "There are no invitations yet."],
      ["share", "Embed in a web page"],
      ["more", "Duplicate the poll"],
    ] as const) {
      const page = await manage(poll, section, narrowPhone);
      await page.getByText(text).first().waitFor();
      await page.evaluate(
        "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
      );
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
    await page.getByText("Art der Stimme").waitFor();
  });

  test("reads refusals in German, with advice", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "participants", { locale: "de-DE" });
    for (const told of ["1 Einladung erstellt", "Diese Adresse ist schon eingeladen."]) {
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
