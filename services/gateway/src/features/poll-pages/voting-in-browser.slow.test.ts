// Covers docs/reference/pages.md: polls-on-pages, sign-up-lists
// Covers docs/reference/participants.md: limitation
// Covers docs/reference/votes.md: limit-per-participant, places-per-option

import { readFileSync } from "node:fs";
import type { Poll } from "@polls/domain/polls";
import { buildAttachment, buildOption, waitFor } from "@polls/testing";
import type { Page } from "playwright-core";
import { haveCount, phone, servePictures } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { option, shareVotingPages } from "../../../testing/voting-pages";

describeWithBrowser("a person who votes", () => {
  const { pages, newPoll, valuesOf, become } = shareVotingPages(["Soup", "Rice"]);

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
      expect(await valuesOf(poll)).toHaveLength(2);
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
      await page.getByRole("button", { name: "Change my answers" }).click();
      expect(await option(page, "Soup").getByLabel("Yes", { exact: true }).isChecked()).toBe(true);
    });

    // Settings: allow_share
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
    await page.getByText(/Voting opens on January\s31,\s2130 at\s4:00\sAM\./).waitFor();
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

  test.each(["UpVote", "HeartVote", "RatingVote"])(
    "taps twice on a %s, which stays",
    async (type) => {
      const poll = await newPoll({ vote_type: `Votes::${type}` as "Votes::UpVote" });
      const page = await pages.visit(`/p/${poll.memberHash}`, phone);
      const soup = option(page, "Soup");
      const control = soup.locator(
        type === "RatingVote" ? ".choice:nth-of-type(4)" : "input, button",
      );
      const chosen = soup.locator("input:checked, [aria-pressed=true]");
      await control.dblclick();
      await soup.getByText("Saved").waitFor();
      await become(poll, [type === "RatingVote" ? 4 : 1]);
      await haveCount(chosen, 1);
      await haveCount(soup.locator(".state svg"), 1);
      await control.click({ delay: 450 });
      await become(poll, []);
      await haveCount(chosen, 0);
      await haveCount(soup.locator(".state svg"), 0);
    },
  );

  test.each(["UpVote", "LikeVote", "HeartVote"] as const)(
    "sees by the sign of the button that a %s is given",
    async (type) => {
      const facts = { type: "Polls::Collection" } as const;
      const poll = await newPoll({ vote_type: `Votes::${type}` }, facts);
      const page = await pages.visit(`/p/${poll.memberHash}`, phone);
      const button = option(page, "Soup").locator("button.toggle");
      const signOf = () =>
        button
          .locator("svg")
          .evaluate(({ outerHTML }: { readonly outerHTML: string }) => outerHTML);
      const before = await signOf();
      await button.click();
      await option(page, "Soup").getByRole("button", { pressed: true }).waitFor();
      expect(await signOf()).not.toBe(before);
    },
  );

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
      await servePictures(page);
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
    await vote(second, "Soup").and(second.locator(":checked")).waitFor();
    await vote(second, "Rice").click();
    await option(second, "Rice").getByText("Saved").waitFor();
    await become(poll, [1, 1]);
    expect(await second.getByLabel("Your name").count()).toBe(0);
  });

  test("moves the only vote by saying no to another option", async () => {
    const poll = await newPoll({ vote_type: "Votes::BooleanVote", vote_limit_per_voter: 1 });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await option(page, "Rice").getByLabel("No", { exact: true }).click();
    await option(page, "Rice").getByText("Your vote moved here").waitFor();
    await become(poll, [-1]);
  });

  const comeToFront = (page: Page) =>
    page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');

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
      // Behind the form, nothing is said before it is saved.
      expect(await page.getByText("You are signed up").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Give up", includeHidden: true }).count()).toBe(
        0,
      );
      await page.keyboard.press("Enter");
      await option(page, "Soup").getByText("You are signed up").waitFor();
      await option(page, "Soup").getByText("Saved").waitFor();
    };
    const first = await pages.visit(path, narrowPhone);
    await option(first, "Soup").getByText("2 of 2 places free").waitFor();
    await signUp(first).click();
    await first.getByRole("dialog").waitFor();
    await option(first, "Soup").getByText("2 of 2 places free").waitFor();
    await first.keyboard.press("Escape");
    const shadow = () =>
      first.evaluate<string>('getComputedStyle(document.querySelector(".finish")).boxShadow');
    await waitFor(async () => (await shadow()) === "none", { what: "the bar is empty" });
    await join(first, "Ada");
    await option(first, "Soup").getByText("1 of 2 places free").waitFor();
    await first.getByText("1 participant", { exact: true }).waitFor();
    await first.locator(".finish").getByText("You are signed up.").waitFor();
    expect(await shadow()).not.toBe("none");
    expect(await barriersOf(first)).toEqual([]);
    const [second, late] = [
      await pages.visit(path, narrowPhone),
      await pages.visit(path, narrowPhone),
    ];
    // The page is read again every ten seconds, but not the form that is open.
    await signUp(late).click();
    await late.getByLabel("Your name").fill("Cleo");
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
    await late.getByLabel("Your name").press("Enter");
    await option(late, "Soup").getByText("Full").waitFor();
    await haveCount(signUp(late), 0);
    await later.getByRole("link", { name: "See who signed up" }).click();
    await later.getByText("2 signed up").waitFor();
    await later.getByText("Ada, Ben").waitFor();

    await first.reload();
    await first.getByRole("button", { name: "Give up your place: Soup" }).click();
    await become(poll, [1]);
    await option(first, "Soup").getByText("1 of 2 places free").waitFor();
    await signUp(first).click();
    await become(poll, [1, 1]);
    await first.getByRole("button", { name: "Done" }).click();
    await first.getByText("You are signed up for:").waitFor();
    await first.locator(".taken").getByText("Soup", { exact: true }).waitFor();
    expect(await barriersOf(first)).toEqual([]);

    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, { poll: { status: "closed" } });
    await comeToFront(second);
    await second.getByText("This poll is closed").waitFor();
    expect(await second.getByRole("button", { name: "Give up your place: Soup" }).count()).toBe(0);
  });

  test("takes the time of the place to the calendar", async () => {
    const poll = await pages.newPoll({
      vote_type: "Votes::UpVote",
      option_type: "Options::TimeRangeOption",
      limit_per_option_type: "limit_for_all",
      limit_per_option: 2,
      timezone: "Europe/Berlin",
    });
    await buildOption(pages.gateway.db, poll, {
      type: "Options::TimeRangeOption",
      content: "Bar",
      startDate: new Date("2030-07-05T16:00Z"),
      endDate: new Date("2030-07-05T18:00Z"),
    });
    const page = await pages.visit(`/p/${poll.memberHash}`, { ...phone, locale: "de-DE" });
    await page.getByRole("button", { name: "Eintragen: Bar" }).click();
    await page.getByText("Gespeichert").waitFor();
    await page.getByRole("button", { name: "Fertig" }).click();
    await page.getByText("Sie sind eingetragen für:").waitFor();
    await page
      .locator(".taken")
      .getByText(/Bar.*Freitag, 5\.\sJuli\s2030/)
      .waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "In den Kalender übernehmen" }).click(),
    ]);
    expect(readFileSync(await file.path(), "utf8")).toContain("DTSTART:20300705T160000Z");
    expect(file.suggestedFilename()).toMatch(/\.ics$/);
  });
});
