import type { Poll } from "@polls/domain/polls";
import { buildOption, waitFor } from "@polls/testing";
import type { Page } from "playwright-core";
import { phone } from "../../testing/browse";
import { describeWithBrowser } from "../../testing/check-pages";
import { barriersOf, narrowPhone, type Pages, startPages } from "../../testing/start-pages";

describeWithBrowser("a person who votes", () => {
  let pages: Pages;
  beforeAll(async () => {
    pages = await startPages();
  });
  afterAll(() => pages?.close());
  afterEach(() => pages.closeContexts());

  async function newPoll(settings: Readonly<Record<string, unknown>> = {}): Promise<Poll> {
    const poll = await pages.newPoll(settings);
    for (const content of ["Soup", "Rice"]) await buildOption(pages.gateway.db, poll, { content });
    return poll;
  }

  const option = (page: Page, name: string) => page.locator("li.option", { hasText: name });
  const votesOf = async ({ adminHash }: Poll): Promise<readonly unknown[]> => {
    const { body } = await pages.asOwner(`GET /api/v1/polls/${adminHash}/votes`);
    return body.map(({ vote }: { readonly vote: unknown }) => vote).sort();
  };
  const become = (poll: Poll, votes: readonly unknown[]) =>
    waitFor(async () => JSON.stringify(await votesOf(poll)) === JSON.stringify(votes), {
      what: `the votes ${JSON.stringify(votes)}`,
    });

  test("takes back the last change by a button beside it, with the keyboard too", async () => {
    const poll = await newPoll({ vote_type: "Votes::RatingVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const soup = option(page, "Soup");
    await soup.getByLabel("4 stars").check({ force: true });
    await soup.getByText("Saved").waitFor();
    await soup.getByLabel("2 stars").check({ force: true });
    await become(poll, [2]);
    const undo = soup.getByRole("button", { name: "Undo: Soup" });
    await soup.getByText("Saved").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await undo.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await become(poll, [4]);
    expect(await soup.getByLabel("4 stars").isChecked()).toBe(true);
    await undo.and(page.locator(":focus")).waitFor();

    await option(page, "Rice").getByLabel("5 stars").check({ force: true });
    await option(page, "Rice").getByText("Saved").waitFor();
    expect(await undo.count()).toBe(0);
    await option(page, "Rice").getByRole("button", { name: "Undo: Rice" }).click();
    await become(poll, [4]);
    expect(await option(page, "Rice").locator("input:checked").count()).toBe(0);
  });

  describe("who is done", () => {
    const finish = (page: Page) => page.getByRole("button", { name: "Finish" });
    const thanks = (page: Page) => page.getByRole("heading", { name: "Thank you!" });

    test("is thanked, with the results and a link to share, and comes back to the votes", async () => {
      const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
      const page = await pages.visit(`/p/${poll.memberHash}`, {
        ...phone,
        permissions: ["clipboard-read", "clipboard-write"],
      });
      expect(await finish(page).count()).toBe(0);
      await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
      await finish(page).waitFor();
      expect(await page.getByText("You have voted on everything.").count()).toBe(0);
      await option(page, "Rice").getByLabel("No", { exact: true }).click();
      await page.getByText("You have voted on everything.").waitFor();
      await finish(page).click();
      await thanks(page).and(page.locator(":focus")).waitFor();
      expect(await votesOf(poll)).toHaveLength(2);
      await page.getByText("Your votes are saved.").waitFor();
      await page.getByRole("button", { name: "Share this poll" }).click();
      await page.getByText("The link is copied.").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
        `${pages.gateway.url}/p/${poll.memberHash}`,
      );
      await page.goBack();
      await option(page, "Soup").waitFor();
      await page.goForward();
      await thanks(page).waitFor();
      await page.locator(".thanks").getByRole("link", { name: "See the results" }).click();
      await page.getByText("1 participant").first().waitFor();
      await page.goBack();
      await page.getByRole("button", { name: "Look at my votes, or change them" }).click();
      expect(await option(page, "Soup").getByLabel("Yes", { exact: true }).isChecked()).toBe(true);
    });

    test("is told so once all votes are given, and sees no link to results that are hidden", async () => {
      const poll = await newPoll({
        ...{ hide_results: true, vote_limit_per_voter: 1, thank_you_page: true },
        thank_you_page_data: { title: "See you at lunch", text: "Bring a friend." },
      });
      const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
      expect(await page.getByRole("link", { name: "See the results" }).count()).toBe(0);
      await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
      await page.getByText("You have used all your votes.").waitFor();
      expect(await barriersOf(page)).toEqual([]);
      await finish(page).click();
      await page.getByRole("heading", { name: "See you at lunch" }).waitFor();
      await page.getByText("Bring a friend.").waitFor();
      expect(await page.getByRole("link", { name: "See the results" }).count()).toBe(0);
      expect(await barriersOf(page)).toEqual([]);
    });
  });

  test("votes without a connection: the votes are kept, and sent once it is back", async () => {
    const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").getByLabel("Maybe").check({ force: true });
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.context().setOffline(true);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).check({ force: true });
    await option(page, "Rice").getByLabel("No", { exact: true }).check({ force: true });
    await option(page, "Rice").getByText("There is no connection.").waitFor();
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    expect(await option(page, "Soup").getByLabel("Yes", { exact: true }).isChecked()).toBe(true);
    expect(await votesOf(poll)).toEqual([1]);
    await page.context().setOffline(false);
    await option(page, "Rice").getByText("Saved").waitFor();
    await option(page, "Soup").getByText("Saved").waitFor();
    await become(poll, [0, 2]);
  });

  test("keeps votes that were not sent when the page is loaded again", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.route("**/api/v1/**", (route) => route.abort());
    await option(page, "Soup").getByRole("button", { name: "Vote" }).click();
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    await page.unroute("**/api/v1/**");
    await page.reload();
    await option(page, "Soup").getByText("Saved").waitFor();
    await become(poll, [1]);
    await page.reload();
    await option(page, "Soup").getByRole("button", { name: "Vote", pressed: true }).waitFor();
    expect(await votesOf(poll)).toEqual([1]);
  });

  test("sends the later value of a vote that was kept, and the earlier one never", async () => {
    const poll = await newPoll({ vote_type: "Votes::RatingVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const soup = option(page, "Soup");
    await page.route("**/votes", (route) => route.abort());
    await soup.getByLabel("2 stars").check({ force: true });
    await soup.getByText("There is no connection.").waitFor();
    await page.unroute("**/votes");
    // Meanwhile the page sends again what it has kept.
    await page.route("**/votes", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await route.continue();
    });
    await soup.getByLabel("5 stars").check({ force: true });
    await soup.getByText("Saved").waitFor();
    expect(await votesOf(poll)).toEqual([5]);
  });

  test("casts a vote once whose answers are lost, by one key", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const keys = new Set<string | undefined>();
    let lost = 0;
    await page.route("**/votes", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      keys.add(route.request().headers()["idempotency-key"]);
      if (++lost > 3) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await option(page, "Soup").getByRole("button", { name: "Vote" }).click();
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    await option(page, "Soup").getByText("Saved").waitFor();
    expect(keys.size).toBe(1);
    expect(await votesOf(poll)).toEqual([1]);
  });

  test("is told why a kept vote is refused, and sees what the service has", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.context().setOffline(true);
    await option(page, "Soup").getByRole("button", { name: "Vote" }).click();
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { deadline_voting: new Date(0).toISOString() },
    });
    await page.context().setOffline(false);
    await option(page, "Soup").getByText("The poll is closed").waitFor();
    await option(page, "Soup").getByRole("button", { name: "Vote", pressed: false }).waitFor();
    expect(await votesOf(poll)).toEqual([]);
  });

  test("meets no barrier beside a vote that was saved, or that waits", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await option(page, "Rice").getByRole("button", { name: "Vote" }).click();
    await option(page, "Rice").getByText("Saved").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.context().setOffline(true);
    await option(page, "Soup").getByRole("button", { name: "Vote" }).click();
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
