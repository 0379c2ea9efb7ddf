// Covers docs/reference/pages.md: polls-on-pages, sign-up-lists
// Covers docs/reference/participants.md: limitation
// Covers docs/reference/votes.md: limit-per-participant, places-per-option

import type { Poll } from "@polls/domain/polls";
import { buildAttachment, buildOption, png, waitFor } from "@polls/testing";
import type { Locator, Page } from "playwright-core";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { mailedLink } from "../../../testing/mailed-link";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";

describeWithBrowser("a person who votes", () => {
  const pages = sharePages();

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

  test("undoes the last change by a button, also with the keyboard", async () => {
    const poll = await newPoll({ vote_type: "Votes::RatingVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const soup = option(page, "Soup");
    await soup.getByLabel("4 stars").check({ force: true });
    await soup.getByText("Saved").waitFor();
    await soup.getByLabel("2 stars").check({ force: true });
    await become(poll, [2]);
    const undo = page.getByRole("button", { name: "Undo: Soup" });
    await soup.getByText("Saved").waitFor();
    // The stars of the next option come before it.
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Tab");
    await undo.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await become(poll, [4]);
    expect(await soup.getByLabel("4 stars").isChecked()).toBe(true);
    await haveCount(undo, 0);

    await option(page, "Rice").getByLabel("5 stars").check({ force: true });
    await option(page, "Rice").getByText("Saved").waitFor();
    expect(await undo.count()).toBe(0);
    await page.getByRole("button", { name: "Undo: Rice" }).click();
    await become(poll, [4]);
    expect(await option(page, "Rice").locator("input:checked").count()).toBe(0);
  });

  describe("and has finished", () => {
    const finish = (page: Page) => page.getByRole("button", { name: "Done" });
    const thanks = (page: Page) => page.getByRole("heading", { name: "Thank you!" });

    test("is thanked, with the results and a link to share, and can return to the votes", async () => {
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
      await page.getByText("Your answers are saved.").waitFor();
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
      await page.getByRole("button", { name: "Look at my answers, or change them" }).click();
      expect(await option(page, "Soup").getByLabel("Yes", { exact: true }).isChecked()).toBe(true);
    });

    test("is thanked as soon as all votes are given, and sees no link to hidden results and no button to share", async () => {
      const poll = await newPoll({
        hide_results: true,
        allow_share: false,
        vote_limit_per_voter: 1,
        thank_you_page: true,
        thank_you_page_data: { title: "See you at lunch", text: "Bring a friend." },
      });
      const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
      expect(await page.getByRole("link", { name: "See the results" }).count()).toBe(0);
      await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
      await page.getByText("Choose another option to change your vote.").waitFor();
      expect(await barriersOf(page)).toEqual([]);
      await finish(page).click();
      await page.getByRole("heading", { name: "See you at lunch" }).waitFor();
      await page.getByText("Bring a friend.").waitFor();
      expect(await page.getByRole("link", { name: "See the results" }).count()).toBe(0);
      expect(await page.getByRole("button", { name: "Share this poll" }).count()).toBe(0);
      expect(await barriersOf(page)).toEqual([]);
    });
  });

  test("says when the voting starts in the time zone of the visitor", async () => {
    const { memberHash } = await newPoll({
      timezone: "Asia/Tokyo",
      start_date_voting: "2130-01-31T03:00:00.000Z",
    });
    const page = await pages.visit(`/p/${memberHash}`, { timezoneId: "Europe/Berlin" });
    await page.getByText(/Voting opens on January 31, 2130 at 4:00\sAM\./).waitFor();
  });

  test("can vote as soon as the voting starts, without reloading the page", async () => {
    const start = new Date(Date.now() + 5_000).toISOString();
    const { memberHash } = await newPoll({ start_date_voting: start });
    const page = await pages.visit(`/p/${memberHash}`);
    // Waits until the control is enabled.
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    expect(await page.getByText("Voting opens on").count()).toBe(0);
  });

  test("moves the only vote by choosing another option, and back", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote", vote_limit_per_voter: 1 });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const vote = (name: string, checked: boolean) =>
      option(page, name).getByRole("radio", { name: `Vote: ${name}`, checked });
    await page.getByText("Choose one.").waitFor();
    await option(page, "Soup").click();
    await page.getByText("Choose another option to change your vote.").waitFor();
    await vote("Rice", false).check();
    await option(page, "Rice").getByText("Your vote moved here").waitFor();
    await vote("Soup", false).waitFor();
    await become(poll, [1]);
    await page.getByRole("button", { name: "Undo: Rice" }).click();
    await vote("Soup", true).waitFor();
    await vote("Rice", false).waitFor();
    await option(page, "Soup").getByText("Your vote moved here").waitFor();
    await become(poll, [1]);
  });

  test.each([
    ["radio", { vote_limit_per_voter: 1 }],
    ["checkbox", {}],
  ] as const)(
    "chooses an option by its title and its picture, as a %s, and opens its details by a link",
    async (role, more) => {
      const poll = await newPoll({ vote_type: "Votes::UpVote", ...more });
      const facts = { type: "Options::ImageOption", content: "Pie", description: "With apples." };
      const pie = await buildOption(pages.gateway.db, poll, facts);
      await buildAttachment(pages.gateway.db, pie, { derivatives: ["thumb", "large"] });
      const { description } = facts;
      await buildOption(pages.gateway.db, poll, { content: "Bread", description });
      const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
      await page.route("**/files/**", (route) =>
        route.fulfill({ contentType: "image/png", body: png(8, 8) }),
      );
      for (const [name, target] of [
        ["Soup", "h2"],
        ["Bread", "h2"],
        ["Pie", "img"],
      ] as const) {
        await option(page, name).locator(target).click({ force: true });
        await option(page, name).getByRole(role, { checked: true }).waitFor();
        await option(page, name)
          .getByText(/Saved|Your vote moved here/)
          .waitFor();
      }
      const details = (name: string) => option(page, name).getByRole("link", { name: "Details" });
      expect(await details("Soup").count()).toBe(0);
      await details("Pie").click();
      await page
        .getByRole("dialog", { name: "Pie" })
        .getByRole("button", { name: "Close" })
        .click();
      await details("Bread").click();
      await page.getByText("With apples.").waitFor();
    },
  );

  describe("on an option that is no longer offered", () => {
    const hide = async ({ adminHash }: Poll, name: string): Promise<void> => {
      const options = `/api/v1/polls/${adminHash}/options`;
      const { body } = await pages.asOwner(`GET ${options}`);
      const { id } = body.find(({ content }: { readonly content: string }) => content === name);
      await pages.asOwner(`PATCH ${options}/${id}`, { option: { archived: true } });
    };
    const takeBack = (page: Page, name: string) =>
      page.getByRole("button", { name: `Remove my vote: ${name}` });

    test("sees the vote, can use the limit again, and takes the vote back", async () => {
      const poll = await newPoll({ vote_type: "Votes::UpVote", vote_limit_per_voter: 1 });
      const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
      const vote = (name: string, checked: boolean) =>
        page.getByRole("radio", { name: `Vote: ${name}`, exact: true, checked });
      await vote("Soup", false).click();
      await option(page, "Soup").getByText("Saved").waitFor();
      await hide(poll, "Soup");
      await page.reload();
      await option(page, "Soup").getByText("No longer offered").waitFor();
      expect(await vote("Soup", true).isDisabled()).toBe(true);
      await page.getByText("Choose one.").waitFor();
      expect(await barriersOf(page)).toEqual([]);
      await vote("Rice", false).click();
      await option(page, "Rice").getByText("Saved").waitFor();
      await become(poll, [1, 1]);
      await takeBack(page, "Soup").click();
      await option(page, "Soup").getByText("Saved").waitFor();
      expect(await takeBack(page, "Soup").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Undo: Soup" }).count()).toBe(0);
      await become(poll, [1]);
      await page.reload();
      await vote("Rice", true).waitFor();
      expect(await option(page, "Soup").count()).toBe(0);
    });

    test("reads its rank, even if fewer options are left", async () => {
      const poll = await newPoll({ vote_type: "Votes::RankedVote" });
      const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
      await option(page, "Rice").getByLabel("Rank").selectOption("1");
      await option(page, "Rice").getByText("Saved").waitFor();
      await option(page, "Soup").getByLabel("Rank").selectOption("2");
      await option(page, "Soup").getByText("Saved").waitFor();
      await hide(poll, "Soup");
      await page.reload();
      expect(await option(page, "Soup").getByLabel("Rank").inputValue()).toBe("2");
      await takeBack(page, "Soup").click();
      await become(poll, [1]);
    });

    test("sees the votes of all categories", async () => {
      const votingCategories = [
        { id: 1, title: "Taste" },
        { id: 2, title: "Price" },
      ];
      const poll = await pages.newPoll({ vote_type: "Votes::UpVote" }, { votingCategories });
      await buildOption(pages.gateway.db, poll, { content: "Soup" });
      const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
      await option(page, "Soup")
        .getByRole("button", { name: "Vote: Soup, Price", exact: true })
        .click();
      await option(page, "Soup").getByText("Saved").waitFor();
      await hide(poll, "Soup");
      await page.reload();
      await option(page, "Soup").getByText("No longer offered").waitFor();
      const enabled = page.locator("li.option button:enabled");
      expect(await enabled.count()).toBe(1);
      await takeBack(page, "Soup, Price").click();
      await become(poll, []);
    });
  });

  test("is one participant in two tabs, which both find the votes", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const path = `/p/${poll.memberHash}`;
    const first = await pages.visit(path, narrowPhone);
    const second = await first.context().newPage();
    await second.goto(first.url());
    const vote = (page: Page, name: string) =>
      option(page, name).getByRole("checkbox", { name: "Vote" });
    await Promise.all([vote(first, "Soup").click(), vote(second, "Rice").click()]);
    await Promise.all([
      option(first, "Soup").getByText("Saved").waitFor(),
      option(second, "Rice").getByText("Saved").waitFor(),
    ]);
    await become(poll, [1, 1]);
    expect(await pages.gateway.db.prisma.participant.count({ where: { pollId: poll.id } })).toBe(1);
    await first.reload();
    for (const name of ["Soup", "Rice"]) {
      await option(first, name).getByRole("checkbox", { name: "Vote", checked: true }).waitFor();
    }
    await vote(first, "Soup").click();
    await become(poll, [1]);
  });

  test("is not asked for the name in a second tab, which takes the votes of the first over", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote", require_voter_name: true });
    const first = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const second = await first.context().newPage();
    await second.goto(first.url());
    const vote = (page: Page, name: string) =>
      option(page, name).getByRole("checkbox", { name: "Vote" });
    await vote(second, "Rice").waitFor();
    const topOf = async () => (await option(first, "Soup").boundingBox())?.y;
    const top = await topOf();
    await vote(first, "Soup").click();
    await first.getByLabel("Your name").fill("Ada");
    await first.getByRole("button", { name: "Continue" }).click();
    await option(first, "Soup").getByText("Saved").waitFor();
    await first.getByText("You take part as Ada.").waitFor();
    // Nothing that is pressed next has moved.
    await first.evaluate("scrollTo(0, 0)");
    expect(await topOf()).toBe(top);
    await second.bringToFront();
    await second.getByText("You take part as Ada.").waitFor();
    expect(await vote(second, "Soup").isChecked()).toBe(true);
    await vote(second, "Rice").click();
    await option(second, "Rice").getByText("Saved").waitFor();
    await become(poll, [1, 1]);
    expect(await second.getByLabel("Your name").count()).toBe(0);
  });

  test("says no to an option without losing the yes on another one", async () => {
    const poll = await newPoll({ vote_type: "Votes::BooleanVote", vote_limit_per_voter: 1 });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await option(page, "Rice").getByLabel("No", { exact: true }).click();
    await option(page, "Rice").getByText("Saved").waitFor();
    await become(poll, [-1, 1]);
  });

  test("signs up for one of the free places, with the name, and gives the place up", async () => {
    const poll = await newPoll({
      vote_type: "Votes::UpVote",
      limit_per_option_type: "limit_for_all",
      limit_per_option: 2,
      require_voter_name: true,
    });
    const path = `/p/${poll.memberHash}`;
    const signUp = (page: Page) =>
      option(page, "Soup").getByRole("button", { name: "Sign up: Soup", exact: true });
    const join = async (page: Page, name: string): Promise<void> => {
      await signUp(page).click();
      await page.getByLabel("Your name").fill(name);
      await page.keyboard.press("Enter");
      await option(page, "Soup").getByText("You are signed up").waitFor();
      await option(page, "Soup").getByText("Saved").waitFor();
    };
    const first = await pages.visit(path, narrowPhone);
    await option(first, "Soup").getByText("2 of 2 places free").waitFor();
    const shadow = () =>
      first.evaluate<string>('getComputedStyle(document.querySelector(".finish")).boxShadow');
    expect(await shadow()).toBe("none");
    await join(first, "Ada");
    await option(first, "Soup").getByText("1 of 2 places free").waitFor();
    await first.getByText("1 participant", { exact: true }).waitFor();
    await first.locator(".finish").getByText("You are signed up.").waitFor();
    expect(await shadow()).not.toBe("none");
    expect(await barriersOf(first)).toEqual([]);
    const second = await pages.visit(path, narrowPhone);
    await option(second, "Soup").getByText("Ada").waitFor();
    await join(second, "Ben");
    await option(second, "Soup").getByText("Full").waitFor();

    await comeToFront(first);
    await option(first, "Soup").getByText("Ben, Ada").waitFor();
    await option(first, "Soup").getByText("Full").waitFor();
    await first.getByText("2 participants", { exact: true }).waitFor();

    const later = await pages.visit(path, narrowPhone);
    await option(later, "Soup").getByText("Ada, Ben").waitFor();
    await option(later, "Soup").getByText("Full").waitFor();
    expect(await signUp(later).count()).toBe(0);
    await later.getByRole("link", { name: "See who signed up" }).click();
    await later.getByText("2 signed up").waitFor();
    await later.getByText("Ada, Ben").waitFor();

    await first.reload();
    await first.getByRole("button", { name: "Give up your place: Soup" }).click();
    await become(poll, [1]);
    await option(first, "Soup").getByText("1 of 2 places free").waitFor();
    await signUp(first).click();
    await become(poll, [1, 1]);

    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, { poll: { status: "closed" } });
    await comeToFront(second);
    await second.getByText("This poll is closed").waitFor();
    expect(await second.getByRole("button", { name: "Give up your place: Soup" }).count()).toBe(0);
  });

  const comeToFront = (page: Page) =>
    page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');

  test("removes a vote that is held: it does not count after the confirmation", async () => {
    const poll = await newPoll({ double_opt_in: true, vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const vote = (name: string) => option(page, name).getByRole("checkbox", { name: "Vote" });
    await vote("Soup").click();
    await page.getByLabel("Your e-mail address").fill("bea@example.org");
    await page.getByRole("button", { name: "Continue" }).click();
    await option(page, "Soup").getByText("Waits for your confirmation").waitFor();
    await page.getByText("We sent an e-mail to bea@example.org.").waitFor();
    await vote("Soup").click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await vote("Rice").click();
    await option(page, "Rice").getByText("Waits for your confirmation").waitFor();
    const mail = await pages.visit(await mailedLink(pages.gateway, "bea@example.org"));
    await mail.getByRole("button", { name: "Confirm" }).click();
    await mail.getByText("You are confirmed").waitFor();
    const { rows } = await pages.gateway.db.pool.query(
      `SELECT o.content FROM votes v JOIN options o ON o.id = v.option_id
       WHERE v.poll_id = $1 AND v.value = 1`,
      [poll.id],
    );
    expect(rows).toEqual([{ content: "Rice" }]);
  });

  test("cannot spend more dots than are left", async () => {
    const poll = await newPoll({ vote_type: "Votes::DotVote", vote_limit_per_voter: 2 });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const more = (name: string) => option(page, name).getByRole("button", { name: "One more" });
    await more("Soup").click();
    await more("Soup").click();
    await page.getByText("You have no votes left.").waitFor();
    expect(await more("Soup").isDisabled()).toBe(true);
    expect(await more("Rice").isDisabled()).toBe(true);
  });

  test("buys votes by a button, not by leaving the field", async () => {
    const sold = { voting_fee_type: "voting_sell_votes", voting_fee: 250 };
    const poll = await newPoll({ ...sold, vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const soup = option(page, "Soup");
    await soup.getByLabel("Number of votes").fill("3");
    await page.keyboard.press("Tab");
    await soup.getByRole("button", { name: "Buy: Soup" }).and(page.locator(":focus")).waitFor();
    expect(await pages.gateway.db.prisma.payment.count({ where: { pollId: poll.id } })).toBe(0);
    await page.keyboard.press("Enter");
    await soup.getByRole("link", { name: "Pay now" }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });

  test("pays after a reload too, and buys more votes than those that are paid", async () => {
    const sold = { voting_fee_type: "voting_sell_votes", voting_fee: 250 };
    const poll = await newPoll({ ...sold, vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const soup = option(page, "Soup");
    const field = soup.getByLabel("Number of votes");
    expect(await field.inputValue()).toBe("1");
    expect(await page.getByText("answered").count()).toBe(0);
    await field.fill("3");
    await soup.getByText("€7.50").waitFor();
    await soup.getByRole("button", { name: "Buy: Soup" }).click();
    const pay = page.getByRole("link", { name: "Pay now" });
    await soup.getByText("Not paid yet: 3 votes.").waitFor();
    await page.reload();
    await soup.getByText("Not paid yet: 3 votes.").waitFor();
    await page.locator(".notice", { hasText: "Not paid yet: 3 votes." }).waitFor();
    expect(await pay.count()).toBe(2);
    for (const { height } of await boxesOf(pay)) expect(height).toBeGreaterThanOrEqual(44);
    // Fewer are another purchase.
    await field.fill("2");
    await soup.getByRole("button", { name: "Change the number: Soup" }).click();
    await soup.getByText("Not paid yet: 2 votes.").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Not paid yet" }).waitFor();
    expect(await page.getByText("Your answers are saved.").count()).toBe(0);
    expect(await pay.getAttribute("href")).toContain("/pay/");

    const { db } = pages.gateway;
    await db.prisma.vote.updateMany({ where: { pollId: poll.id }, data: { paidVotes: 2 } });
    await db.prisma.payment.updateMany({ where: { pollId: poll.id }, data: { state: "paid" } });
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}#votes`);
    await page.reload();
    await soup.getByText("2 votes paid").waitFor();
    expect(await pay.count()).toBe(0);
    expect(await soup.getByLabel("More votes").inputValue()).toBe("1");
    await soup.getByRole("button", { name: "Buy: Soup" }).click();
    await soup.getByText("Not paid yet: 1 vote.").waitFor();
    expect(await votesOf(poll)).toEqual([3]);
  });

  const boxesOf = async (of: Locator) =>
    Promise.all((await of.all()).map(async (each) => (await each.boundingBox()) ?? { height: 0 }));

  test("sees what a vote costs before one buys some", async () => {
    const sold = { voting_fee_type: "voting_sell_votes", voting_fee: 250 };
    const { memberHash } = await newPoll({ ...sold, vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${memberHash}`, narrowPhone);
    await page.getByText("One vote costs €2.50.").waitFor();
    const german = await pages.visit(`/p/${memberHash}`, { locale: "de-DE" });
    await german.getByText("Eine Stimme kostet 2,50 €.").waitFor();
  });

  test("sees what taking part costs, and where it is paid, also among the thanks and later", async () => {
    const fee = { voting_fee_type: "voting_fee", voting_fee: 500, voting_fee_title: "Ticket" };
    const page = await pages.visit(`/p/${(await newPoll(fee)).memberHash}`, narrowPhone);
    await page.getByText("Taking part costs €5.00 (Ticket).").waitFor();
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    const pay = page.getByRole("link", { name: "Pay now" });
    await pay.waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Not paid yet" }).waitFor();
    expect(await pay.getAttribute("href")).toContain("/pay/");
    await page.reload();
    await pay.click();
    await page.getByText("Fee for taking part: Ticket").waitFor();
  });

  test("is told that an address waits for its confirmation, and the page notices that", async () => {
    const { memberHash } = await newPoll({ double_opt_in: true });
    const page = await pages.visit(`/p/${memberHash}`, phone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await page.getByLabel("Your e-mail address").fill("ada@example.org");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Open its link and confirm").waitFor();
    await option(page, "Soup").getByText("Waits for your confirmation").waitFor();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.reload();
    await option(page, "Soup").getByText("Waits for your confirmation").waitFor();
    expect(await option(page, "Soup").getByLabel("Yes", { exact: true }).isChecked()).toBe(true);
    await option(page, "Rice").getByLabel("No", { exact: true }).click();
    await option(page, "Rice").getByText("Waits for your confirmation").waitFor();
    expect(errors).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();

    const mail = await pages.visit(await mailedLink(pages.gateway, "ada@example.org"));
    await mail.getByRole("button", { name: "Confirm" }).click();
    await mail.getByText("You are confirmed").waitFor();
    await page.getByText("Your address is confirmed.").waitFor();
    await page.getByText("Your answers are saved.").waitFor();
    expect(await page.getByText("Waits for your confirmation").count()).toBe(0);
  });

  test("asks for the confirmation mail again, and reads when no more are sent", async () => {
    const { memberHash } = await newPoll({ double_opt_in: true });
    const page = await pages.visit(`/p/${memberHash}`, narrowPhone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await page.getByLabel("Your e-mail address").fill("again@example.org");
    await page.getByRole("button", { name: "Continue" }).click();
    const again = page.getByRole("button", { name: "Send the e-mail again" });
    await again.click();
    await page.getByText("The e-mail is sent again.").waitFor();
    expect(await mailsTo("again@example.org")).toBe(2);
    expect(await barriersOf(page)).toEqual([]);
    await again.click();
    await waitFor(async () => (await mailsTo("again@example.org")) === 3, { what: "a third mail" });
    await again.click();
    await page.getByText("Your address has had many e-mails.").waitFor();
    expect(await mailsTo("again@example.org")).toBe(3);
    expect(await barriersOf(page)).toEqual([]);
  });

  const mailsTo = (address: string): Promise<number> =>
    pages.gateway.db.prisma.mail.count({ where: { address, optInId: { not: null } } });

  test("votes offline: the votes are kept, and sent when the connection is back", async () => {
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

  test("keeps unsent votes when the page is reloaded", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.route("**/api/v1/**", (route) => route.abort());
    await option(page, "Soup").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    await page.unroute("**/api/v1/**");
    await page.reload();
    await option(page, "Soup").getByText("Saved").waitFor();
    await become(poll, [1]);
    await page.reload();
    await option(page, "Soup").getByRole("checkbox", { name: "Vote", checked: true }).waitFor();
    expect(await votesOf(poll)).toEqual([1]);
  });

  test("is done offline: the page says that the votes are kept, and goes on once they are sent", async () => {
    const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await page.context().setOffline(true);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).check({ force: true });
    await option(page, "Rice").getByLabel("No", { exact: true }).check({ force: true });
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".finish").getByText("There is no connection.").waitFor();
    expect(await option(page, "Soup").isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
    expect(await votesOf(poll)).toEqual([0, 2]);
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
    await page.getByLabel("Password").fill("open sesame");
    await page.keyboard.press("Enter");
    await name.fill("Ada");
    await page.reload();
    await name.waitFor();
    expect(await name.inputValue()).toBe("Ada");
    await page.getByRole("button", { name: "Continue" }).click();
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
    expect(await votesOf(poll)).toEqual([1]);
  });

  test("chooses the value of a slider by keys, and the one where it rests by a tap", async () => {
    const bounds = { vote_limit_per_option_min: -5, vote_limit_per_option: 5 };
    const poll = await newPoll({ vote_type: "Votes::RangeVote", ...bounds });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").getByRole("slider").tap();
    await become(poll, [0]);
    let sent = 0;
    await page.route("**/votes", (route) => {
      sent++;
      return route.continue();
    });
    const rice = option(page, "Rice").getByRole("slider");
    await rice.focus();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
    await become(poll, [0, 3]);
    expect(sent).toBe(1);
  });

  test("sends only the later value of a vote that was kept", async () => {
    const poll = await newPoll({ vote_type: "Votes::RatingVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const soup = option(page, "Soup");
    await page.route("**/votes", (route) => route.abort());
    await soup.getByLabel("2 stars").check({ force: true });
    await soup.getByText("There is no connection.").waitFor();
    await page.unroute("**/votes");
    // Meanwhile the page retries the votes that it has kept.
    await page.route("**/votes", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await route.continue();
    });
    await soup.getByLabel("5 stars").check({ force: true });
    await soup.getByText("Saved").waitFor();
    expect(await votesOf(poll)).toEqual([5]);
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
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    await option(page, "Soup").getByText("Saved").waitFor();
    expect(keys.size).toBe(1);
    expect(await votesOf(poll)).toEqual([1]);
  });

  test("sees why a kept vote is refused, and the vote that the service has", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.context().setOffline(true);
    await option(page, "Soup").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { deadline_voting: new Date(0).toISOString() },
    });
    await page.context().setOffline(false);
    await option(page, "Soup").getByText("The poll is closed").waitFor();
    await option(page, "Soup").getByRole("checkbox", { name: "Vote", checked: false }).waitFor();
    expect(await votesOf(poll)).toEqual([]);
  });

  test("finds no accessibility violation next to a vote that is saved or waits", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await option(page, "Rice").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Rice").getByText("Saved").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.context().setOffline(true);
    await option(page, "Soup").getByRole("checkbox", { name: "Vote" }).click();
    await option(page, "Soup").getByText("There is no connection.").waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
