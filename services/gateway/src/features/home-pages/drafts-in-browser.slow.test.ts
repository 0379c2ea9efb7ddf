// Covers docs/reference/pages.md: drafts-of-new-polls, back-to-the-page

import { mailKinds } from "@polls/domain/mails";
import type { Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { shareHomePages } from "../../../testing/home-pages";
import { mailedLink } from "../../../testing/mailed-link";

describeWithBrowser("a person who makes a poll before the sign-in", () => {
  const { gateway, visit, enter, signedUp } = shareHomePages();

  /** Fills in a poll, and asks for the link. */
  async function ask(page: Page, title: string, email: string): Promise<void> {
    await page.getByRole("link", { name: "Choose one" }).click();
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByLabel("Your e-mail address").fill(email);
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByRole("heading", { name: "Please check your inbox" }).waitFor();
  }
  const pollsNamed = (title: string) => gateway.db.prisma.poll.count({ where: { title } });
  const titleOf = (page: Page) => page.getByLabel("Title", { exact: true });

  test("has it after the link of the mail and one button, in another tab", async () => {
    const page = await visit("/", phone);
    await ask(page, "Before the account", "new@example.org");
    const tab = await page.context().newPage();
    await tab.goto(gateway.url + (await mailedLink(gateway, "new@example.org")));
    await tab.getByRole("button", { name: "Create the account" }).click();
    await tab.getByText("Your poll is ready.").waitFor();
    await tab.getByRole("heading", { name: "Before the account" }).waitFor();
    expect(await pollsNamed("Before the account")).toBe(1);
    expect(await tab.evaluate("localStorage.getItem('new polls')")).toBeNull();
    // The first tab leads to the poll, and "Back" does too.
    await page.getByRole("heading", { name: "Your poll was created." }).waitFor();
    expect(await page.getByRole("link", { name: "Open it" }).getAttribute("href")).toBe(
      new URL(tab.url()).pathname,
    );
    await tab.goBack();
    await tab.getByText("Your poll was created.").waitFor();
    await tab.getByRole("link", { name: "Open it" }).click();
    await tab.getByRole("heading", { name: "Before the account" }).waitFor();
    await page.goto(`${gateway.url}/polls/new#choice`);
    expect(await titleOf(page).inputValue()).toBe("Where do we go?");
  });

  test("signs in to an account with the same link, and changes the draft before", async () => {
    await signedUp("old@example.org");
    const page = await visit("/");
    await ask(page, "First title", "old@example.org");
    await page.getByRole("link", { name: "Change the poll" }).click();
    expect(await titleOf(page).inputValue()).toBe("First title");
    await titleOf(page).fill("Second title");
    await page.goto(gateway.url + (await mailedLink(gateway, "old@example.org")));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Second title" }).waitFor();
    expect([await pollsNamed("First title"), await pollsNamed("Second title")]).toEqual([0, 1]);
  });

  test("learns on another device where the draft is, and gets the poll in the first browser", async () => {
    const page = await visit("/");
    await ask(page, "Two devices", "devices@example.org");
    const other = await visit("/", phone);
    await other.goto(gateway.url + (await mailedLink(gateway, "devices@example.org")));
    await other.getByRole("button", { name: "Create the account" }).click();
    await other.getByText("This draft is not in this browser.").waitFor();
    expect(await pollsNamed("Two devices")).toBe(0);
    await page.getByRole("button", { name: "Use another address" }).click();
    await page.getByLabel("Your e-mail address").fill("devices@example.org");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByRole("heading", { name: "Please check your inbox" }).waitFor();
    await page.goto(gateway.url + (await mailedLink(gateway, "devices@example.org")));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Two devices" }).waitFor();
  });

  test("is told how many mails go to an address, and discards the draft", async () => {
    const page = await visit("/");
    await ask(page, "Not wanted", "discards@example.org");
    const { perHour } = mailKinds.sign_in.limit;
    await page.getByText(`At most ${perHour} of these e-mails go to one address`).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await titleOf(page).waitFor();
    expect(await titleOf(page).inputValue()).toBe("Where do we go?");
    expect(await page.evaluate("localStorage.length")).toBe(0);
  });

  test("signs in by the header, and finds what was entered in the tab of the link, not yet a poll", async () => {
    const page = await visit("/polls/new#ranking");
    await titleOf(page).fill("Typed before");
    await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Your e-mail address").fill("header@example.org");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByRole("heading", { name: "Please check your inbox" }).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(gateway.url + (await mailedLink(gateway, "header@example.org")));
    await tab.getByRole("button", { name: "Create the account" }).click();
    await tab.getByRole("heading", { name: "Rank", exact: true }).waitFor();
    expect(await titleOf(tab).inputValue()).toBe("Typed before");
    expect(await pollsNamed("Typed before")).toBe(0);
    await tab.getByRole("button", { name: "Create the poll" }).click();
    await tab.getByText("Your poll is ready.").waitFor();
    expect(await tab.evaluate("localStorage.getItem('new polls')")).toBeNull();
  });

  test("keeps a draft of an account from the account that signs in after it", async () => {
    const page = await signedUp("one@example.org");
    await page.goto(`${gateway.url}/polls/new#points`);
    await titleOf(page).fill("PRIVATE dots");
    await page.context().clearCookies();
    await page.reload();
    expect(await titleOf(page).inputValue()).not.toBe("PRIVATE dots");
  });

  test("finds a draft no longer after a day", async () => {
    const page = await visit("/");
    await page.clock.install({ time: new Date("2030-07-01T10:00Z") });
    await page.goto(`${gateway.url}/polls/new`);
    await ask(page, "A day later", "late@example.org");
    const link = await page.getByRole("link", { name: "Change the poll" }).getAttribute("href");
    await page.clock.setSystemTime(new Date("2030-07-02T09:59Z"));
    await page.goto(gateway.url + link);
    expect(await titleOf(page).inputValue()).toBe("A day later");
    await page.clock.setSystemTime(new Date("2030-07-02T10:01Z"));
    await page.goto(gateway.url);
    await page.getByRole("heading", { name: "Ask, vote, decide" }).waitFor();
    expect(await page.evaluate("localStorage.length")).toBe(0);
    await page.goto(`${gateway.url}/sign-in?to=${encodeURIComponent(link ?? "")}`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByText("your poll is created").count()).toBe(0);
    await page.goto(gateway.url + link);
    await page.getByText("This draft is not in this browser.").waitFor();
  });

  test("is asked for an account once the session is over, and loses nothing", async () => {
    const page = await signedUp("over@example.org");
    await page.goto(`${gateway.url}/polls/new#choice`);
    await titleOf(page).fill("Signed out meanwhile");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByLabel("Your e-mail address").fill("over@example.org");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByRole("heading", { name: "Please check your inbox" }).waitFor();
    await page.goto(gateway.url + (await mailedLink(gateway, "over@example.org")));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Signed out meanwhile" }).waitFor();
  });

  test("keeps what was entered over a reload, until the poll is made, once by two presses", async () => {
    const page = await signedUp("reloads@example.org");
    await page.goto(`${gateway.url}/polls/new#signup`);
    await titleOf(page).fill("Reloaded");
    await page.getByRole("spinbutton", { name: "Places: Bring a cake" }).fill("");
    await page.reload();
    expect(await titleOf(page).inputValue()).toBe("Reloaded");
    await page.getByRole("button", { name: "Create the poll" }).dblclick();
    await page.getByText("Your poll is ready.").waitFor();
    expect(await pollsNamed("Reloaded")).toBe(1);
    const places = await gateway.db.prisma.option.findMany({
      where: { poll: { title: "Reloaded" } },
      orderBy: { position: "asc" },
    });
    expect(places.map(({ settings }) => settings)).toEqual([
      { voter_limit: 4 },
      {},
      { voter_limit: 3 },
    ]);
    await page.goto(`${gateway.url}/polls/new#signup`);
    expect(await titleOf(page).inputValue()).toBe("Who helps at the summer party?");
  });

  test("makes one poll in two tabs", async () => {
    const page = await visit("/");
    await ask(page, "In two tabs", "tabs@example.org");
    const draft = await page.getByRole("link", { name: "Change the poll" }).getAttribute("href");
    const tab = await page.context().newPage();
    await tab.goto(gateway.url + (await mailedLink(gateway, "tabs@example.org")));
    const kept = await tab.evaluate<string>("localStorage.getItem('new polls')");
    await tab.getByRole("button", { name: "Create the account" }).click();
    await tab.getByText("Your poll is ready.").waitFor();
    // The other tab has read the draft before the first one removed it.
    await page.evaluate(`localStorage.setItem('new polls', ${JSON.stringify(kept)})`);
    await page.goto(gateway.url + draft);
    await page.getByRole("heading", { name: "In two tabs" }).waitFor();
    await page.waitForURL(tab.url());
    expect(await pollsNamed("In two tabs")).toBe(1);
  });

  test("makes another poll of a draft that is changed after it became a poll in another tab", async () => {
    const page = await visit("/");
    await ask(page, "Before the change", "twice@example.org");
    await page.getByRole("link", { name: "Change the poll" }).click();
    await titleOf(page).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(gateway.url + (await mailedLink(gateway, "twice@example.org")));
    await tab.getByRole("button", { name: "Create the account" }).click();
    await tab.getByText("Your poll is ready.").waitFor();
    await titleOf(page).fill("After the change");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("heading", { name: "After the change" }).waitFor();
    expect([await pollsNamed("Before the change"), await pollsNamed("After the change")]).toEqual([
      1, 1,
    ]);
  });

  test("leaves no draft to the next person after the sign-out", async () => {
    const page = await visit("/polls/new#choice");
    await titleOf(page).fill("Waits for an account");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByLabel("Your e-mail address").waitFor();
    await enter(page, "leaves@example.org", "Create the account");
    await page.goto(`${gateway.url}/polls/new#signup`);
    await titleOf(page).fill("Private plans");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Ask, vote, decide" }).waitFor();
    expect(await page.evaluate("[sessionStorage.length, localStorage.length]")).toEqual([0, 0]);
    await page.goto(`${gateway.url}/polls/new#signup`);
    expect(await titleOf(page).inputValue()).toBe("Who helps at the summer party?");
  });

  test("chooses the language of the pages, and stays at the form", async () => {
    const page = await visit("/polls/new#ranking");
    await titleOf(page).fill("Zweisprachig");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Rangfolge" }).waitFor();
    expect(await page.getByLabel("Titel", { exact: true }).inputValue()).toBe("Zweisprachig");
    await page.goto(gateway.url);
    await page.getByRole("heading", { name: "Fragen, abstimmen, entscheiden" }).waitFor();
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Ask, vote, decide" }).waitFor();
  });
});
