// Covers docs/reference/pages.md: addresses, looks, organizations-on-pages

import type { Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { makeVoting, shareHomePages } from "../../../testing/home-pages";
import { openLink } from "../../../testing/sign-in-page";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { cutChoicesOf } from "../../../testing/text-faults";

describeWithBrowser("a person with an account", () => {
  const { gateway, visit, enter, signedUp } = shareHomePages();

  test("signs up by mail, creates polls from a template, finds them again, and signs out", async () => {
    const page = await signedUp("ada@example.org");
    await makeVoting(page, "Lunch on Friday", "Soup", "Rice", "Cake");
    expect(page.url()).toMatch(/\/p\/[\w-]{22}\/admin/);
    await page.goto(`${gateway.url}/polls`);
    await makeVoting(page, "Dinner", "Bread");
    await page.goto(`${gateway.url}/polls`);
    await page.getByText("2 polls").waitFor();
    await page.getByText("Choose one · 3 options · 0 participants").first().waitFor();
    await page.getByLabel("Search by title").fill("lunch");
    await page.getByText("1 poll", { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Dinner" }).count()).toBe(0);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await page.goto(`${gateway.url}/polls`);
    expect(page.url()).toBe(`${gateway.url}/sign-in?to=%2Fpolls`);
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
    await here.getByRole("link", { name: "Sign in" }).waitFor();
    await there.reload();
    expect(there.url()).toBe(`${gateway.url}/sign-in?to=%2Fpolls`);
  });

  test("changes the name, and creates a token for a program, which works until it is revoked", async () => {
    const page = await signedUp("eve@example.org");
    await page.goto(`${gateway.url}/account`);
    await page.getByLabel("Name", { exact: true }).fill("Eve");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.locator("summary", { hasText: "For developers" }).click();
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

  test("creates an organization, invites a member by address, changes the role, and removes the member", async () => {
    const guest = await signedUp("guest@example.org");
    await guest.goto(`${gateway.url}/account`);
    const page = await signedUp("host@example.org");
    await page.goto(`${gateway.url}/account`);
    await page.getByLabel("Name of a new organization").fill("Choir");
    await page.getByRole("button", { name: "Create an organization" }).click();
    await page.getByText("Your role: owner").waitFor();
    await page.locator("summary", { hasText: "Members" }).click();
    await page.getByLabel("E-mail address").fill("guest@example.org");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByText("The invitation is on its way.").waitFor();
    await openLink(gateway, guest, "guest@example.org");
    await guest.getByRole("button", { name: "Join" }).click();
    await guest.getByRole("heading", { name: "You are a member of “Choir”" }).waitFor();
    await guest.goto(`${gateway.url}/account`);
    await page.reload();
    await page.locator("summary", { hasText: "Members" }).click();
    await page.getByText("guest@example.org").waitFor();
    const roles = page.locator("li li", { hasText: "guest@example.org" }).getByRole("combobox");
    await roles.selectOption("admin");
    await page.getByText("Saved", { exact: true }).waitFor();
    await guest.reload();
    await guest.getByText("Your role: admin").waitFor();
    const name = (await roles.getAttribute("aria-label"))?.replace("Role of ", "");
    await page.getByRole("button", { name: `Remove “${name}”` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("guest@example.org").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Leave Choir" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await page.getByText("An organization needs at least one owner.").waitFor();
  });

  test("creates a poll of an organization, finds it among those of the organization, and adds webhooks to it", async () => {
    const page = await signedUp("band@example.org");
    await page.goto(`${gateway.url}/account`);
    await page.getByLabel("Name of a new organization").fill("Band");
    await page.getByRole("button", { name: "Create an organization" }).click();
    await page.getByRole("link", { name: "Polls of Band" }).click();
    await page.getByRole("heading", { name: "Polls of Band" }).waitFor();
    await makeVoting(page, "Which song?", "Blue moon");
    await page.locator(".of").getByRole("link", { name: "Band" }).click();
    await page.getByRole("link", { name: "Which song?", exact: true }).waitFor();
    const whose = page.getByLabel("Whose polls?");
    await whose.selectOption("My own");
    await page.getByText("You have no polls yet.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "My polls" }).waitFor();
    // Below the own polls stand those that one manages with others.
    const ofBand = page.locator("section", {
      has: page.getByRole("heading", { name: "Polls of Band" }),
    });
    const desk = await ofBand.getByRole("link", { name: "Which song?", exact: true });
    expect(await desk.getAttribute("href")).toMatch(/\/p\/[\w-]+\/admin$/);
    await whose.selectOption("Band");
    await page.getByRole("link", { name: "Which song?", exact: true }).click();
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByLabel("Address of the program").fill("https://client.example/poll");
    await page.getByRole("button", { name: "Add the webhook" }).click();
    await page.getByText("https://client.example/poll").first().waitFor();

    await page.goto(`${gateway.url}/account`);
    await page.getByText("Webhooks", { exact: true }).and(page.locator("summary")).click();
    const inside = page.locator("details", { hasText: "in the polls of Band" });
    await inside.getByPlaceholder("https://").fill("https://client.example/all");
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

  test("sees what is wrong with an address", async () => {
    const page = await visit("/sign-in");
    await page.getByLabel("Your e-mail address").fill("ada@localhost");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByRole("alert").getByText("Please enter an e-mail address").waitFor();
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
    await page.goto(`${gateway.url}/polls/new`);
    await page.getByRole("link", { name: "Find a date" }).waitFor();
    await check(page, "new poll");
    for (const job of ["dates", "signup", "survey", "contest", "sale"]) {
      await page.goto(`${gateway.url}/polls/new#${job}`);
      const create = page.getByRole("button", { name: "Create the poll" });
      await create.or(page.locator(".notice")).waitFor();
      if (job === "dates") {
        await page.locator(".weeks button:enabled").last().click();
      }
      await page.evaluate(
        "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
      );
      await check(page, `new poll, ${job}`);
    }
    await page.goto(`${gateway.url}/polls`);
    await makeVoting(page, "A".repeat(200), "Soup");
    await page.goto(`${gateway.url}/polls`);
    await page.getByText("1 poll", { exact: true }).waitFor();
    await check(page, "polls");
    await page.goto(`${gateway.url}/account`);
    await page.locator("summary", { hasText: "For developers" }).click();
    await page.getByText("You have no named tokens.").waitFor();
    await check(page, "account");
    await page.getByRole("button", { name: "Sign out on all my devices" }).click();
    await check(page, "account, a question");
  });

  test("keeps the focus on a button that is being sent, and sends it once", async () => {
    const page = await visit("/sign-in");
    const asked: string[] = [];
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/v1/account/sign_in", async (route) => {
      asked.push(route.request().method());
      await answered;
      await route.fulfill({ status: 400, json: {} });
    });
    await page.getByLabel("Your e-mail address").fill("focus@example.org");
    const button = page.getByRole("button", { name: "Send me the link" });
    await button.focus();
    await page.keyboard.press("Enter");
    await button.and(page.locator("[aria-disabled=true]")).waitFor();
    await page.keyboard.press("Space");
    await page.getByLabel("Your e-mail address").press("Enter");
    await button.focus();
    answer();
    await page.getByRole("alert").first().waitFor();
    await button.and(page.locator(":focus:not([aria-disabled=true])")).waitFor();
    expect(asked).toEqual(["POST"]);
  });

  test("has the bar in one row on a phone, in both languages", async () => {
    const page = await signedUp("bar@example.org", phone);
    for (const [language, start] of [
      ["en", "Home"],
      ["de", "Start"],
    ] as const) {
      await page.goto(`${gateway.url}/polls?language=${language}`);
      await page.locator(".bar-top button").waitFor();
      await page.getByRole("link", { name: start, exact: true }).waitFor();
      const { height = 0 } = (await page.locator(".bar-top").boundingBox()) ?? {};
      expect(height).toBeGreaterThan(40);
      expect(height).toBeLessThan(60);
    }
  });

  test("sees no choice cut off, in German on a phone", async () => {
    const page = await signedUp("choices@example.org", phone);
    const state = await page.context().storageState();
    const german = await visit("/account", { ...phone, locale: "de-DE", storageState: state });
    await german.locator("summary", { hasText: "Für Entwickler" }).click();
    await german.locator("select[name=kind]").waitFor();
    expect(await cutChoicesOf(german)).toEqual([]);
    await german.goto(`${gateway.url}/polls/new#survey`);
    await german.locator("details.question-form summary").first().click();
    expect(await cutChoicesOf(german)).toEqual([]);
  });

  test("gets the pages in German if the browser asks for it", async () => {
    const page = await visit("/", { locale: "de-DE" });
    await page.getByRole("heading", { name: "Fragen, abstimmen, entscheiden" }).waitFor();
    expect(await page.title()).toBe("Umfragen für alle");
  });
});
