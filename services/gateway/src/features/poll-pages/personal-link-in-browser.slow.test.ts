// Covers docs/reference/pages.md: continuing-on-another-device
// Covers docs/reference/participants.md: personal-link

import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";

describeWithBrowser("a participant who continues on another device", () => {
  const pages = sharePages();

  async function newPoll(settings: Readonly<Record<string, unknown>> = {}): Promise<Poll> {
    const poll = await pages.newPoll({ vote_type: "Votes::UpVote", ...settings });
    await buildOption(pages.gateway.db, poll, { content: "Soup" });
    return poll;
  }
  const choice = (page: Page) =>
    page.locator("li.option", { hasText: "Soup" }).getByRole("checkbox");

  /** Votes, and opens the page with the link from the thank-you page. */
  async function votedOn(poll: Poll, options = phone): Promise<Page> {
    const page = await pages.visit(`/p/${poll.memberHash}`, options);
    await choice(page).click();
    await page.getByRole("button", { name: "Done" }).click();
    // The page of the votes has the same link, which then is hidden.
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
    await page.getByRole("link", { name: "Continue on another device" }).click();
    await page.getByRole("img", { name: "QR code of your personal link" }).waitFor();
    return page;
  }
  const linkOn = (page: Page) =>
    page.getByLabel("Your personal link", { exact: true }).inputValue();

  test("opens the link there, is asked, and sees the vote", async () => {
    const poll = await newPoll();
    const first = await votedOn(poll, narrowPhone);
    expect(await barriersOf(first)).toEqual([]);
    const link = await linkOn(first);
    await first.getByText("There you see your votes, and can change them.").waitFor();

    const laptop = await pages.visit(`/p/${poll.memberHash}`, { bypassCSP: true });
    await laptop.getByRole("heading", { name: poll.title }).waitFor();
    expect(await choice(laptop).isChecked()).toBe(false);
    await laptop.goto(link);
    await laptop.getByRole("heading", { name: "Continue on this device?" }).waitFor();
    expect(await barriersOf(laptop)).toEqual([]);
    await laptop.getByRole("button", { name: "Continue" }).click();
    await laptop.waitForURL(`${pages.gateway.url}/p/${poll.memberHash}`);
    await laptop.locator("li.option input:checked").waitFor();

    await first.getByRole("button", { name: "Make the link invalid" }).click();
    await first.getByText("The old link is invalid.").waitFor();
    expect(await linkOn(first)).not.toBe(link);
    await laptop.reload();
    await laptop.locator("li.option input:not(:checked)").waitFor();
    await laptop.goto(link);
    await laptop.getByRole("button", { name: "Continue" }).click();
    await laptop.getByText("This link is no longer valid. It was replaced by a new one").waitFor();
    const back = laptop.getByRole("link", { name: "Back to the poll" });
    expect(await back.getAttribute("href")).toBe(`/p/${poll.memberHash}`);

    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, { poll: { status: "closed" } });
    await first.reload();
    await first.getByText("There you see your votes. Keep").waitFor();
  });

  test("finds the way there as soon as there is a vote", async () => {
    const page = await pages.visit(`/p/${(await newPoll()).memberHash}`, phone);
    const way = page.getByRole("link", { name: "Continue on another device" });
    await choice(page).waitFor();
    expect(await way.count()).toBe(0);
    await choice(page).click();
    await way.waitFor();
  });

  test("has the link sent by e-mail, unless the poll does not offer it", async () => {
    const page = await votedOn(await newPoll());
    await page.getByLabel("E-mail address").fill("ada@example.org");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("The link is on its way to ada@example.org.").waitFor();
    const mails = await pages.gateway.db.prisma.mail.count({
      where: { address: "ada@example.org", kind: "personal_link" },
    });
    expect(mails).toBe(1);

    const other = await votedOn(await newPoll({ disable_participant_sign_up: true }));
    await haveCount(other.getByLabel("E-mail address"), 0);
  });

  test("without votes learns how to get the link; with other votes, that they stay", async () => {
    const poll = await newPoll();
    const link = await linkOn(await votedOn(poll));
    const stranger = await pages.visit(`/p/${poll.memberHash}/device`);
    await stranger.getByText("There are no votes of this browser yet.").waitFor();
    const other = await votedOn(poll);
    await other.goto(link);
    await other.getByText("There are votes of this browser already.").waitFor();
    await other.getByRole("link", { name: "This is not my link" }).click();
    await other.waitForURL(`${pages.gateway.url}/p/${poll.memberHash}`);
  });
});
