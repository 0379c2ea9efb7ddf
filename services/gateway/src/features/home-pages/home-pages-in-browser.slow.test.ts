import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { browse, openBrowser, phone } from "../../testing/browse";
import { describeWithBrowser } from "../../testing/check-pages";
import { mailedLink } from "../../testing/mailed-link";
import type { TestGateway } from "../../testing/start-gateway";
import { barriersOf, narrowPhone, startGatewayOfPages, unlimited } from "../../testing/start-pages";
import { cutChoicesOf } from "../../testing/text-faults";

describeWithBrowser("a person with an account", () => {
  let gateway: TestGateway;
  let browser: Browser;
  beforeAll(async () => {
    gateway = await startGatewayOfPages({ rateLimiter: unlimited });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  const visit = (path: string, options: BrowserContextOptions = {}) =>
    browse(browser, gateway.url + path, options);

  /** Requests a link on the page of this browser, opens the link and presses the button. */
  async function enter(page: Page, email: string, button: string): Promise<void> {
    await page.goto(`${gateway.url}/sign-in`);
    await page.getByLabel("Your e-mail address").fill(email);
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByRole("heading", { name: "Please check your inbox" }).waitFor();
    await page.goto(gateway.url + (await mailedLink(gateway, email)));
    await page.getByRole("button", { name: button }).click();
  }

  async function signedUp(email: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await visit("/", options);
    await enter(page, email, "Create the account");
    await page.getByRole("link", { name: "Make your first poll" }).click();
    await page.getByRole("heading", { name: "My polls" }).waitFor();
    return page;
  }

  async function makeVoting(page: Page, title: string, lines: string): Promise<void> {
    await page.getByRole("radio", { name: "Voting" }).check();
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByLabel("What can people vote on?").fill(lines);
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("heading", { name: title }).waitFor();
  }

  test("signs up by mail, creates polls from a template, finds them again, and signs out", async () => {
    const page = await signedUp("ada@example.org");
    await makeVoting(page, "Lunch on Friday", "Soup\n\n  Rice \nCake");
    expect(page.url()).toMatch(/\/p\/[\w-]{22}\/admin/);
    await page.goto(`${gateway.url}/polls`);
    await makeVoting(page, "Dinner", "Bread");
    await page.goto(`${gateway.url}/polls`);
    await page.getByText("2 polls").waitFor();
    await page.getByText("Open · 3 options, 0 participants").waitFor();
    await page.getByLabel("Search by title").fill("lunch");
    await page.getByText("1 poll", { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Dinner" }).count()).toBe(0);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in or sign up" }).waitFor();
    await page.goto(`${gateway.url}/polls`);
    expect(page.url()).toBe(`${gateway.url}/sign-in?to=%2Fpolls`);
  });

  test("creates polls in the time zone of the browser", async () => {
    const page = await signedUp("zone@example.org", { timezoneId: "Asia/Tokyo" });
    await makeVoting(page, "Lunch in Tokyo", "Soup");
    const poll = await gateway.db.prisma.poll.findFirstOrThrow({
      where: { title: "Lunch in Tokyo" },
    });
    expect(poll.settings).toMatchObject({ timezone: "Asia/Tokyo" });
  });

  test("signs in again in a second browser, and signs out everywhere", async () => {
    const here = await signedUp("bob@example.org");
    const there = await visit("/");
    await enter(there, "bob@example.org", "Sign in");
    await there.getByRole("heading", { name: "My polls" }).waitFor();
    await here.goto(`${gateway.url}/account`);
    await here.getByRole("button", { name: "Sign out on all my devices" }).click();
    const dialog = here.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign out on all my devices" }).click();
    await here.getByRole("link", { name: "Sign in or sign up" }).waitFor();
    await there.reload();
    expect(there.url()).toBe(`${gateway.url}/sign-in?to=%2Fpolls`);
  });

  test("changes the name, and creates a token for a program, which works until it is revoked", async () => {
    const page = await signedUp("eve@example.org");
    await page.goto(`${gateway.url}/account`);
    await page.getByLabel("Name", { exact: true }).fill("Eve");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByLabel("What is it for?").fill("Script");
    await page.getByRole("button", { name: "Make a token" }).click();
    const token = await page.getByLabel("Script", { exact: true }).inputValue();
    const { body } = await gateway.request("GET /api/v1/account", { token });
    expect(body.name).toBe("Eve");
    await page.getByRole("button", { name: "Revoke Script" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("You have no named tokens.").waitFor();
    gateway.deps.authenticator.forget();
    expect((await gateway.request("GET /api/v1/account", { token })).status).toBe(401);
  });

  test("creates an organization, adds a member by id, changes the role, and removes the member", async () => {
    const guest = await signedUp("guest@example.org");
    await guest.goto(`${gateway.url}/account`);
    const id = await guest.getByRole("textbox", { name: "Your account id" }).inputValue();
    const page = await signedUp("host@example.org");
    await page.goto(`${gateway.url}/account`);
    await page.getByLabel("Name of a new organization").fill("Choir");
    await page.getByRole("button", { name: "Create an organization" }).click();
    await page.getByText("Your role: owner").waitFor();
    await page.locator("summary", { hasText: "Members" }).click();
    await page.getByLabel("Id of the account to add").fill("nobody");
    await page.getByRole("button", { name: "Add the member" }).click();
    await page.locator(".under").getByRole("alert").waitFor();
    await page.getByLabel("Id of the account to add").fill(id);
    await page.getByRole("button", { name: "Add the member" }).click();
    await page.getByText("guest@example.org").waitFor();
    const roles = page.locator("li li", { hasText: "guest@example.org" }).getByRole("combobox");
    await roles.selectOption("admin");
    await page.getByText("Saved", { exact: true }).waitFor();
    await guest.reload();
    await guest.getByText("Your role: admin").waitFor();
    const name = (await roles.getAttribute("aria-label"))?.replace("Role of ", "");
    await page.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("guest@example.org").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Leave Choir" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await page.getByText("An organization needs at least one owner.").waitFor();
  });

  test("creates a poll of an organization, finds it only there, and adds webhooks to it", async () => {
    const page = await signedUp("band@example.org");
    await page.goto(`${gateway.url}/account`);
    await page.getByLabel("Name of a new organization").fill("Band");
    await page.getByRole("button", { name: "Create an organization" }).click();
    await page.getByRole("link", { name: "Polls of Band" }).click();
    await page.getByRole("heading", { name: "Polls of Band" }).waitFor();
    await page.getByText("It will belong to Band.").waitFor();
    await makeVoting(page, "Which song?", "Blue moon");
    await page.locator(".of").getByRole("link", { name: "Band" }).click();
    await page.getByRole("link", { name: "Which song?", exact: true }).waitFor();
    const whose = page.getByLabel("Whose polls?");
    await whose.selectOption("My own");
    await page.getByText("You have no polls yet.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "My polls" }).waitFor();
    await whose.selectOption("Band");
    await page.getByRole("link", { name: "Which song?", exact: true }).click();
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByLabel("Address of the program").fill("https://client.example/poll");
    await page.getByRole("button", { name: "Add the webhook" }).click();
    await page.getByText("https://client.example/poll").first().waitFor();

    await page.goto(`${gateway.url}/account`);
    await page.locator("summary", { hasText: "Webhooks" }).click();
    const inside = page.locator("details", { hasText: "in the polls of Band" });
    await inside.getByLabel("Address of the program").fill("https://client.example/all");
    await inside.getByRole("button", { name: "Add the webhook" }).click();
    await inside.getByText("https://client.example/all").first().waitFor();
    const webhooks = await gateway.db.prisma.webhook.findMany({ orderBy: { id: "asc" } });
    expect(
      webhooks.map(({ url, pollId, ownerOrganizationId }) => [
        url.split("/").at(-1),
        pollId !== null,
        ownerOrganizationId !== null,
      ]),
    ).toEqual([
      ["poll", true, true],
      ["all", false, true],
    ]);
  });

  test("sees what participants are going to see, while writing", async () => {
    const page = await signedUp("preview@example.org", phone);
    const preview = page.getByRole("region", { name: "What participants see" });
    for (const [type, line, seen] of [
      ["Voting", "Soup", "Soup"],
      ["Survey", "How was it?", "Step 1 of 1"],
      ["Table", "I bring", "I bring"],
      ["Comparison", "Basil", "Choose the one you like more."],
      ["Calendar", "A song", "Door 1: A song"],
    ] as const) {
      await page.getByRole("radio", { name: type }).check();
      await page.getByLabel("Title", { exact: true }).fill(`My ${type}`);
      await page.locator("textarea").fill(line);
      await preview.getByText(`My ${type}`).waitFor();
      await preview.getByText(seen).first().waitFor();
    }
    await page.getByRole("radio", { name: "Photos" }).check();
    await preview.getByText("5 stars").waitFor({ state: "attached" });
    await page.getByLabel("How do people vote?").selectOption("Hearts");
    await preview.getByRole("button", { name: "Love" }).click();
    await preview.getByRole("button", { name: "Love", pressed: true }).waitFor();
  });

  test("sees what is wrong with an address", async () => {
    const page = await visit("/sign-in");
    await page.getByLabel("Your e-mail address").fill("ada@localhost");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByRole("alert").getByText("Please enter an e-mail address").waitFor();
  });

  test("creates a poll with the keyboard alone", async () => {
    const page = await signedUp("keys@example.org");
    await page.getByRole("radio", { name: "Voting" }).waitFor();
    const focused = async (selector: string) => {
      for (let presses = 0; presses < 20; presses++) {
        await page.keyboard.press("Tab");
        if ((await page.locator(`${selector}:focus`).count()) > 0) return;
      }
      throw new Error(`no way by the keyboard to ${selector}`);
    };
    await focused("input[type=radio]");
    await page.keyboard.press("Space");
    await focused("input[name=title]");
    await page.keyboard.type("By keys");
    await focused("textarea");
    await page.keyboard.type("One\nTwo");
    await focused("form button");
    await page.keyboard.press("Enter");
    await page
      .getByRole("heading", { name: "By keys" })
      .waitFor({ timeout: 5_000 })
      .catch(async () => {
        throw new Error(await page.locator("body").innerText());
      });
  });

  test.each([
    ["Survey", "Your questions"],
    ["Table", "The columns"],
    ["Ideas", "First ideas"],
    ["Comparison", "What can people vote on?"],
    ["Calendar", "What is behind the doors?"],
    ["Photos", undefined],
    ["Videos", undefined],
  ])("creates a poll of the type %s", async (type, lines) => {
    const page = await signedUp(`${type.toLowerCase()}@example.org`);
    await page.getByRole("radio", { name: type }).check();
    await page.getByLabel("Title", { exact: true }).fill(`My ${type}`);
    if (type === "Calendar") await page.getByLabel("The day of the first door").fill("2030-12-01");
    if (lines !== undefined) await page.getByLabel(lines).fill("One\nTwo");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("heading", { name: `My ${type}` }).waitFor();
  });

  test("finds no accessibility violation on the smallest phone", async () => {
    const check = async (page: Page, what: string) => {
      expect([what, await barriersOf(page)]).toEqual([what, []]);
    };
    const visitor = await visit("/", narrowPhone);
    await visitor.locator("h1").waitFor();
    await check(visitor, "start");
    await visitor.goto(`${gateway.url}/sign-in`);
    await check(visitor, "sign-in");
    const page = await signedUp("axe@example.org", narrowPhone);
    await page.getByText("You have no polls yet").waitFor();
    await check(page, "polls, none");
    await page.getByRole("radio", { name: "Ideas" }).check();
    await check(page, "polls, a template");
    await makeVoting(page, "A".repeat(200), "Soup");
    await page.goto(`${gateway.url}/polls`);
    await page.getByText("1 poll", { exact: true }).waitFor();
    await check(page, "polls");
    await page.goto(`${gateway.url}/account`);
    await page.getByText("You have no named tokens.").waitFor();
    await check(page, "account");
    await page.getByRole("button", { name: "Sign out on all my devices" }).click();
    await check(page, "account, a question");
  });

  test("sees no choice cut off, in German on a phone", async () => {
    const page = await signedUp("choices@example.org", phone);
    const state = await page.context().storageState();
    const german = await visit("/account", { ...phone, locale: "de-DE", storageState: state });
    await german.getByLabel("Art").waitFor();
    expect(await cutChoicesOf(german)).toEqual([]);
    await german.goto(`${gateway.url}/polls`);
    await german.getByRole("radio", { name: "Abstimmung" }).check();
    expect(await cutChoicesOf(german)).toEqual([]);
  });

  test("gets the pages in German if the browser asks for it", async () => {
    const page = await visit("/", { locale: "de-DE" });
    await page.getByRole("heading", { name: "Fragen, abstimmen, entscheiden" }).waitFor();
    expect(await page.title()).toBe("Umfragen für alle");
  });
});
