// Covers docs/reference/pages.md: polls-on-pages

import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { option, shareVotingPages } from "../../../testing/voting-pages";

describeWithBrowser("a person without a connection", () => {
  const { pages, newPoll, valuesOf, become } = shareVotingPages(["Soup", "Rice"]);

  test("votes offline: the votes are kept, and sent when the connection is back", async () => {
    const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").getByLabel("Maybe").check({ force: true });
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.context().setOffline(true);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).check({ force: true });
    await option(page, "Rice").getByLabel("No", { exact: true }).check({ force: true });
    await option(page, "Rice").getByText("Not sent yet").waitFor();
    await option(page, "Soup").getByText("Not sent yet").waitFor();
    expect(await page.getByText("There is no connection.").count()).toBe(1);
    await page.locator(".finish").getByText("There is no connection.").waitFor();
    expect(await option(page, "Soup").getByLabel("Yes", { exact: true }).isChecked()).toBe(true);
    expect(await valuesOf(poll)).toEqual([1]);
    await page.context().setOffline(false);
    await option(page, "Rice").getByText("Saved").waitFor();
    await option(page, "Soup").getByText("Saved").waitFor();
    await become(poll, [0, 2]);
  });

  test("keeps unsent votes when the page is reloaded", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.route("**/api/v1/**", (route) => route.abort());
    await option(page, "Soup").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Soup").getByText("Not sent yet").waitFor();
    await page.unroute("**/api/v1/**");
    await page.reload();
    await option(page, "Soup").getByText("Saved").waitFor();
    await become(poll, [1]);
    await page.reload();
    await option(page, "Soup").getByRole("checkbox", { name: "Vote", checked: true }).waitFor();
    expect(await valuesOf(poll)).toEqual([1]);
  });

  test("is done offline: the page says that the votes are kept, and goes on once they are sent", async () => {
    const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await page.context().setOffline(true);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).check({ force: true });
    await option(page, "Rice").getByLabel("No", { exact: true }).check({ force: true });
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".finish").getByText("You are done once it is back").waitFor();
    expect(await option(page, "Soup").isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
    expect(await valuesOf(poll)).toEqual([0, 2]);
  });

  test("keeps the first vote and the name when the page is reloaded before the name is sent, and Back closes the sheet", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote", require_voter_name: true });
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { password: "open sesame" },
    });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const name = page.getByLabel("Your name");
    await option(page, "Soup").getByRole("checkbox", { name: "Vote" }).click();
    await page.getByLabel("Password").waitFor();
    await page.reload();
    await name.fill("Ada");
    await page.reload();
    await name.waitFor();
    expect(await name.inputValue()).toBe("Ada");
    await page.getByLabel("Password").fill("open sesame");
    await page.keyboard.press("Enter");
    await become(poll, [1]);
    await name.waitFor({ state: "detached" });

    const other = await pages.visit(`/p/${poll.memberHash}`, phone);
    await option(other, "Rice").getByRole("checkbox", { name: "Vote" }).click();
    await other.getByRole("dialog").waitFor();
    await other.reload();
    await other.getByRole("dialog").waitFor();
    await other.goBack();
    await other.getByRole("dialog").waitFor({ state: "detached" });
    await option(other, "Rice").getByRole("checkbox", { name: "Vote", checked: false }).waitFor();
    expect(await valuesOf(poll)).toEqual([1]);
  });

  test("sends only the later value of a vote that was kept", async () => {
    const poll = await newPoll({ vote_type: "Votes::RatingVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const soup = option(page, "Soup");
    await page.route("**/votes", (route) => route.abort());
    await soup.getByLabel("2 stars").check({ force: true });
    await soup.getByText("Not sent yet").waitFor();
    await page.unroute("**/votes");
    // Meanwhile the page retries the votes that it has kept.
    await page.route("**/votes", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await route.continue();
    });
    await soup.getByLabel("5 stars").check({ force: true });
    await soup.getByText("Saved").waitFor();
    expect(await valuesOf(poll)).toEqual([5]);
  });

  test("casts a vote once if responses are lost, because each try has the same key", async () => {
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
    await option(page, "Soup").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Soup").getByText("Not sent yet").waitFor();
    await option(page, "Soup").getByText("Saved").waitFor();
    expect(keys.size).toBe(1);
    expect(await valuesOf(poll)).toEqual([1]);
  });

  test("sees why a kept vote is refused, and that the poll is closed", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.context().setOffline(true);
    await option(page, "Soup").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Soup").getByText("Not sent yet").waitFor();
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { deadline_voting: new Date(0).toISOString() },
    });
    await page.context().setOffline(false);
    await option(page, "Soup").getByText("The poll is closed").waitFor();
    await page.getByText("This poll is closed.").waitFor();
    await option(page, "Soup").getByRole("checkbox").waitFor({ state: "detached" });
    expect(await valuesOf(poll)).toEqual([]);
  });

  test("finds no accessibility violation next to a vote that is saved or waits", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await option(page, "Rice").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Rice").getByText("Saved").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.context().setOffline(true);
    await option(page, "Soup").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Soup").getByText("Not sent yet").waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
