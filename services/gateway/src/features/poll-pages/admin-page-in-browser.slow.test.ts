import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Poll } from "@polls/domain/polls";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  createTestDatabase,
  waitFor,
} from "@polls/testing";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { RateLimiter } from "../../http/limits/rate-limit";
import {
  browse,
  buildWebAssets,
  freePort,
  openBrowser,
  phone,
  violationsOf,
} from "../../testing/browse";
import { describeWithBrowser } from "../../testing/check-pages";
import { mailedLink } from "../../testing/mailed-link";
import { png } from "../../testing/png";
import { signUp } from "../../testing/sign-up";
import { startGateway, type TestGateway } from "../../testing/start-gateway";
import type { NewAccount } from "../accounts/create-account";

const allowed = { allowed: true, limit: 100, remaining: 99, resetSeconds: 0 };
/** People of all tests share an address. */
const rateLimiter: RateLimiter = { take: () => allowed, peek: () => allowed };
const email = "owner@example.org";

describeWithBrowser("a person who manages a poll", () => {
  let gateway: TestGateway;
  let owner: NewAccount;
  let browser: Browser;
  let state: NonNullable<BrowserContextOptions["storageState"]>;
  beforeAll(async () => {
    const port = String(await freePort());
    gateway = await startGateway(await createTestDatabase(), {
      webAssets: await buildWebAssets(),
      deps: { rateLimiter },
      env: { PORT: port, BASE_URL: `http://127.0.0.1:${port}` },
    });
    owner = await signUp(gateway.db, { email });
    browser = await openBrowser();
    const page = await browse(browser, `${gateway.url}/sign-in`, {});
    await page.getByLabel("Your e-mail address").fill(email);
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByRole("heading", { name: "Please look into your inbox" }).waitFor();
    await page.goto(gateway.url + (await mailedLink(gateway, email)));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "My polls" }).waitFor();
    state = await page.context().storageState();
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
      ...{ ownerAccountId: owner.id, title: "Where shall we eat?" },
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

  /** Waits until a read gives what is expected. */
  const become = (expected: unknown, read: () => Promise<unknown>) =>
    waitFor(async () => isDeepStrictEqual(await read(), expected), {
      what: JSON.stringify(expected),
    });

  test("makes a poll, adds options, shares the link, and sees the vote of a second browser", async () => {
    const page = await browse(browser, `${gateway.url}/polls`, { storageState: state });
    await page.getByRole("radio", { name: "Voting" }).check();
    await page.getByLabel("Title", { exact: true }).fill("Dinner");
    await page.getByLabel("What is voted on?").fill("Soup");
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

    await page.getByRole("link", { name: "Results" }).click();
    const bar = page.locator(".bars li", { hasText: "Rice" });
    await bar.getByText("1 vote", { exact: true }).waitFor();
  });

  describe("settings", () => {
    test("come from the hints of the poll, and are saved one by one", async () => {
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

    test("a refused value is told at its field, in the words of the service", async () => {
      const poll = await newPoll();
      const page = await manage(poll, "settings");
      await page.getByLabel("Search settings").fill("time zone");
      const zone = page.getByLabel("Time zone");
      await zone.fill("Mars/Olympus");
      await zone.blur();
      await page.getByText("must be a time zone such as Europe/Berlin").waitFor();
      const described = await zone.getAttribute("aria-describedby");
      expect(await page.locator(`[id="${described}"]`).innerText()).toContain("Europe/Berlin");
      expect((await shown(poll)).settings.timezone).not.toBe("Mars/Olympus");
    });

    test("every enumerated setting of every type of polls can be found", async () => {
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

    test("further fields of participants are made without writing code", async () => {
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

    test("are sorted by the keyboard and by drag, added as lines, changed and deleted", async () => {
      const poll = await withOptions("Soup", "Rice", "Cake");
      const page = await manage(poll);
      await page.getByRole("button", { name: "Move Cake up" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("Cake is number 2 now.").waitFor();
      await become(["Soup", "Cake", "Rice"], () => optionsOf(poll));
      const row = (name: string) => page.locator("li.option-row", { hasText: name });
      await row("Rice").dragTo(row("Soup"));
      await become(["Rice", "Soup", "Cake"], () => optionsOf(poll));

      await page.getByText("Add several").click();
      await page.getByLabel("One a line.").fill("Tea\n\nMilk");
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

    test("come from a table, whose refused rows are named", async () => {
      const poll = await withOptions();
      const page = await manage(poll);
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("content,info_link\nSoup,\nRice,nonsense\nCake,\n"),
      });
      await page.getByText("2 entries added").waitFor();
      await page.getByText("info_link", { exact: false }).last().waitFor();
      expect(await optionsOf(poll)).toEqual(["Soup", "Cake"]);
    });

    test("of a gallery are uploaded, several at once", async () => {
      const poll = await newPoll({}, { type: "Polls::ImageGallery" });
      const page = await manage(poll);
      const file = (name: string) => ({ name, mimeType: "image/png", buffer: png(8, 8) });
      await page.getByLabel("Files").setInputFiles([file("one.png"), file("two.png")]);
      await page.getByRole("heading", { name: "two" }).waitFor();
      expect(await optionsOf(poll)).toEqual(["one", "two"]);
    });

    test("of a gallery of videos are addresses at YouTube and Vimeo too", async () => {
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
      await page.getByText("Waits for approval").waitFor();
      await page.getByRole("button", { name: "Approve Pie" }).click();
      await page.getByText("Waits for approval").waitFor({ state: "detached" });
    });

    test("of a survey are steps with questions under them", async () => {
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

  test("marks participants as fraud, and invites by a list and by codes", async () => {
    const poll = await newPoll();
    const { id } = await buildParticipant(gateway.db, poll, { userName: "Mallory" });
    const page = await manage(poll, "participants");
    await page.getByRole("button", { name: "Mark Mallory as fraud" }).click();
    await page.getByText("Marked as fraud", { exact: false }).waitFor();
    const row = await gateway.db.prisma.participant.findUniqueOrThrow({ where: { id } });
    expect(row.fraudulent).toBe(true);

    await page.getByLabel("Addresses, one a line").fill("a@example.org\nb@example.org");
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

  test("takes the QR code as SVG and PNG, and the code to embed", async () => {
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
    expect(download.suggestedFilename()).toBe("votes.csv");

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

  test("sees what the poll is and its link without an account", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "", { storageState: { cookies: [], origins: [] } });
    await page.getByText("Sign in to change the poll").waitFor();
    await page.getByRole("textbox", { name: "Link for participants" }).waitFor();
    expect(await page.getByRole("button", { name: "Close the poll" }).count()).toBe(0);
  });

  test.each(["light", "dark"] as const)(
    "meets no barrier that axe finds, on the smallest phone: %s",
    async (colorScheme) => {
      const poll = await newPoll({ allow_new_options: true });
      await buildOption(gateway.db, poll, { content: "Soup" });
      await buildOption(gateway.db, poll, { content: "Pie", approvalState: "unreviewed" });
      await buildParticipant(gateway.db, poll, { userName: "Ada" });
      const small = {
        ...phone,
        viewport: { width: 320, height: 640 },
        colorScheme,
        bypassCSP: true,
      };
      const check = async (page: Page, what: string) => {
        expect([what, await violationsOf(page)]).toEqual([what, []]);
        const width = await page.evaluate<number>("document.documentElement.scrollWidth");
        expect([what, width]).toEqual([what, 320]);
      };
      for (const [section, text] of [
        ["options", "Waits for approval"],
        ["settings", "settings"],
        ["participants", "There are no invitations yet."],
        ["share", "Embed in a web page"],
        ["more", "Duplicate the poll"],
      ] as const) {
        const page = await manage(poll, section, small);
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
    },
  );

  test("reads German where the browser asks for it", async () => {
    const page = await manage(await newPoll(), "settings", { locale: "de-DE" });
    await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
    await page.getByText("Art der Stimme").waitFor();
  });
});
