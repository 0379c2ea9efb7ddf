// Covers docs/reference/pages.md: drafts-of-new-polls, back-to-the-page

import { mailKinds } from "@polls/domain/mails";
import type { Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { shareHomePages } from "../../../testing/home-pages";
import { openLink, sendLink } from "../../../testing/sign-in-page";

describeWithBrowser("a person who makes a poll before the sign-in", () => {
  const { gateway, visit, enter, signedUp } = shareHomePages();

  /** Fills in a poll, and asks for the link. */
  async function ask(page: Page, title: string, email: string): Promise<void> {
    await page.getByRole("link", { name: "Choose one" }).click();
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByRole("button", { name: "Create the poll" }).click();
    await sendLink(page, email);
  }
  /** Asks for the link, opens it, and creates the poll. */
  async function createByLink(page: Page, title: string, email: string): Promise<void> {
    await sendLink(page, email);
    await openLink(gateway, page, email);
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("heading", { name: title }).waitFor();
  }
  const pollsNamed = (title: string) => gateway.db.prisma.poll.count({ where: { title } });
  const titleOf = (page: Page) => page.getByLabel("Title", { exact: true });

  test("has it on another device, after the link of the mail and one button", async () => {
    const page = await visit("/");
    await ask(page, "Before the account", "new@example.org");
    const other = await visit("/", phone);
    await openLink(gateway, other, "new@example.org");
    await other.getByText("Before the account").waitFor();
    await other.getByRole("button", { name: "Create the poll" }).click();
    await other.getByText("Your poll is ready.").waitFor();
    await other.getByRole("heading", { name: "Before the account" }).waitFor();
    expect(await pollsNamed("Before the account")).toBe(1);
    // "Back" leads on to the poll.
    const { pathname } = new URL(other.url());
    await other.goBack();
    await other.waitForURL((url) => url.pathname === pathname);
  });

  test("signs in to an account with the link, and changes the draft before", async () => {
    await signedUp("old@example.org");
    const page = await visit("/");
    await ask(page, "First title", "old@example.org");
    await page.getByRole("link", { name: "Change the poll" }).click();
    expect(await titleOf(page).inputValue()).toBe("First title");
    await titleOf(page).fill("Second title");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await createByLink(page, "Second title", "old@example.org");
    expect([await pollsNamed("First title"), await pollsNamed("Second title")]).toEqual([0, 1]);
  });

  test("signs in without the poll, and finds it in the first tab", async () => {
    const page = await visit("/");
    await ask(page, "Left out", "without@example.org");
    const tab = await page.context().newPage();
    await openLink(gateway, tab, "without@example.org");
    await tab.getByRole("button", { name: "Create only the account" }).click();
    await titleOf(tab).waitFor();
    expect(await pollsNamed("Left out")).toBe(0);
    await page.goto(`${gateway.url}/polls/new#choice`);
    await page.getByRole("heading", { name: "Left out" }).waitFor();
    expect(await pollsNamed("Left out")).toBe(1);
  });

  test("signs in by the header with what was entered", async () => {
    const page = await visit("/polls/new#ranking");
    await titleOf(page).fill("Typed before");
    await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click();
    await createByLink(page, "Typed before", "header@example.org");
  });

  test("signs in by the header without what is not complete yet, which stays in the tab", async () => {
    const page = await visit("/polls/new#ranking");
    await titleOf(page).fill("");
    await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click();
    await sendLink(page, "begun@example.org");
    expect(await page.getByText("creates your poll").count()).toBe(0);
    await openLink(gateway, page, "begun@example.org");
    await page.getByRole("button", { name: "Create the account" }).click();
    await titleOf(page).waitFor();
    expect(await titleOf(page).inputValue()).toBe("");
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
    expect(await page.evaluate("sessionStorage.length + localStorage.length")).toBe(0);
  });

  test("keeps a draft of an account from the account that signs in after it", async () => {
    const page = await signedUp("one@example.org");
    await page.goto(`${gateway.url}/polls/new#points`);
    await titleOf(page).fill("PRIVATE dots");
    await page.context().clearCookies();
    await page.reload();
    expect(await titleOf(page).inputValue()).not.toBe("PRIVATE dots");
  });

  test("gets what was entered last in a tab that also has an older draft of the account", async () => {
    const page = await signedUp("older@example.org");
    await page.goto(`${gateway.url}/polls/new#points`);
    await titleOf(page).fill("Older dots");
    await page.context().clearCookies();
    await page.reload();
    await titleOf(page).fill("Newer dots");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByLabel("Your e-mail address").waitFor();
    await enter(page, "older@example.org", "Sign in");
    await page.goto(`${gateway.url}/polls/new#points`);
    await page.getByRole("heading", { name: "Newer dots" }).waitFor();
    expect([await pollsNamed("Older dots"), await pollsNamed("Newer dots")]).toEqual([0, 1]);
  });

  test("is asked for an account once the session is over, and loses nothing", async () => {
    const page = await signedUp("over@example.org");
    await page.goto(`${gateway.url}/polls/new#choice`);
    await titleOf(page).fill("Signed out meanwhile");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Create the poll" }).click();
    await createByLink(page, "Signed out meanwhile", "over@example.org");
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
    const tab = await page.context().newPage();
    await openLink(gateway, tab, "tabs@example.org");
    await tab.getByRole("button", { name: "Create the poll" }).click();
    await tab.getByText("Your poll is ready.").waitFor();
    // The first tab, which shows that the link is sent, is told.
    await page.getByText("has created this poll").waitFor();
    await page.getByRole("link", { name: "Open the poll" }).click();
    await page.waitForURL(tab.url());
    await page.goto(`${gateway.url}/polls/new#choice`);
    expect(await titleOf(page).inputValue()).not.toBe("In two tabs");
    expect(await pollsNamed("In two tabs")).toBe(1);
  });

  test("is led from the form that is still filled in to the poll that the link has made", async () => {
    const page = await visit("/");
    await ask(page, "Still filled in", "filled@example.org");
    await page.getByRole("link", { name: "Change the poll" }).click();
    await titleOf(page).waitFor();
    const tab = await page.context().newPage();
    await openLink(gateway, tab, "filled@example.org");
    await tab.getByRole("button", { name: "Create the poll" }).click();
    await tab.getByText("Your poll is ready.").waitFor();
    await page.getByRole("link", { name: "Open the poll" }).click();
    await page.waitForURL(tab.url());
    expect(await pollsNamed("Still filled in")).toBe(1);
  });

  test("reads why the poll is refused, and finds the draft in the form of the same browser", async () => {
    await signedUp("full@example.org");
    const quota = (pollQuota: number | null) =>
      gateway.db.prisma.account.updateMany({
        where: { email: "full@example.org" },
        data: { pollQuota },
      });
    await quota(0);
    const page = await visit("/");
    await ask(page, "One too many", "full@example.org");
    const tab = await page.context().newPage();
    await openLink(gateway, tab, "full@example.org");
    await tab.getByRole("button", { name: "Create the poll" }).click();
    await tab.getByText("Your poll “One too many” was not created.").waitFor();
    const reason = "You have as many polls as the operator allows";
    await tab.locator("form").getByText(reason).waitFor();
    expect(await titleOf(tab).inputValue()).toBe("One too many");
    await quota(null);
    await tab.getByRole("button", { name: "Create the poll" }).click();
    await tab.getByText("Your poll is ready.").waitFor();
    expect(await pollsNamed("One too many")).toBe(1);

    await quota(0);
    await sendLink(await fresh("Elsewhere"), "full@example.org");
    const other = await visit("/", phone);
    await openLink(gateway, other, "full@example.org");
    await other.getByRole("button", { name: "Create the poll" }).click();
    await other.getByText(reason).waitFor();
    await other.getByText("still in the browser in which you entered it").waitFor();
    await other.getByRole("heading", { name: "New poll" }).waitFor();
    expect(await titleOf(other).count()).toBe(0);
  });

  /** A page that asks for the address of the person, with a draft. */
  async function fresh(title: string): Promise<Page> {
    const page = await visit("/polls/new#ranking");
    await titleOf(page).fill(title);
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByLabel("Your e-mail address").waitFor();
    return page;
  }

  test("makes another poll of a draft that is changed before it becomes a poll in another tab", async () => {
    const page = await visit("/");
    await ask(page, "Before the change", "twice@example.org");
    await page.getByRole("link", { name: "Change the poll" }).click();
    await titleOf(page).waitFor();
    await titleOf(page).fill("After the change");
    const tab = await page.context().newPage();
    await openLink(gateway, tab, "twice@example.org");
    await tab.getByRole("button", { name: "Create the poll" }).click();
    await tab.getByText("Your poll is ready.").waitFor();
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
