// Covers docs/reference/pages.md: languages, looks, polls-on-pages

import { voteTypes } from "@polls/domain/vote-types";
import { buildOption, sampleCases, waitFor } from "@polls/testing";
import type { Page, Route } from "playwright-core";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { enter, option, shareVotingPages } from "../../../testing/voting-pages";

describeWithBrowser("a person on a poll page", () => {
  const { pages, newPoll } = shareVotingPages(["Soup", "Rice", "Cake"]);
  const { gateway, owner, visit } = pages;

  /** The heights of the options, and the distance of the results link below them. */
  const placesOf = (page: Page) =>
    page.evaluate<readonly [readonly number[], number]>(`(async () => {
      const boxOf = (element) => element.getBoundingClientRect();
      const items = [...document.querySelectorAll("li.option")];
      const slides = items.flatMap((item) => item.getAnimations());
      await Promise.allSettled(slides.map(({ finished }) => finished));
      const options = items.map(boxOf);
      const { top } = boxOf(document.querySelector(".to-results"));
      return [options.map(({ height }) => height), top - options.at(-1).bottom];
    })()`);

  test("votes on a phone within the page, and sees live results in a second browser", async () => {
    const poll = await newPoll();
    const results = await visit(`/p/${poll.memberHash}/results`);
    await results.getByText("0 participants").waitFor();

    const page = await visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await results.getByText("1 participant", { exact: false }).first().waitFor();
    const soup = results.locator(".bars li", { hasText: "Soup" });
    await soup.getByText("Yes: 1 (100%)").waitFor();

    const no = option(page, "Soup").getByLabel("No", { exact: true });
    await no.click();
    const saidNo = soup.getByText("No: 1 (100%)");
    await saidNo.waitFor();
    // A press that follows at once is part of a double tap.
    const isWithdrawn = async () => {
      await no.click();
      return !(await no.isChecked());
    };
    await waitFor(isWithdrawn, { what: "the withdrawal" });
    await haveCount(saidNo, 0);
  });

  test("finds the own votes again after the page is reopened", async () => {
    const poll = await newPoll();
    const page = await visit(`/p/${poll.memberHash}`);
    await option(page, "Rice").getByLabel("Yes", { exact: true }).click();
    await option(page, "Rice").getByText("Saved").waitFor();
    await page.reload();
    expect(await option(page, "Rice").getByLabel("Yes").isChecked()).toBe(true);
  });

  test("votes at once: a sheet then asks for the name, and the vote is cast after it", async () => {
    const poll = await newPoll({ require_voter_name: true });
    const page = await visit(`/p/${poll.memberHash}`, { ...phone, bypassCSP: true });
    const yes = (name: string) => option(page, name).getByLabel("Yes", { exact: true });
    await option(page, "Soup").waitFor();
    expect(await page.getByLabel("Your name").count()).toBe(0);
    await yes("Soup").click();
    const field = page.getByRole("dialog").getByLabel("Your name");
    await field.and(page.locator(":focus")).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await field.fill("Ada");
    await page.keyboard.press("Enter");
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.getByText("You take part as Ada.").waitFor();
    await yes("Soup").and(page.locator(":focus")).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await yes("Rice").click();
    await option(page, "Rice").getByText("Saved").waitFor();
    await page.reload();
    await page.getByText("2 of 3 answered").waitFor();
  });

  test("closes the sheet: the vote is not cast, and the next tap asks again", async () => {
    const poll = await newPoll({ require_voter_name: true });
    const page = await visit(`/p/${poll.memberHash}`, phone);
    const yes = option(page, "Soup").getByLabel("Yes", { exact: true });
    await yes.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    const left = option(page, "Soup").getByText("Not saved. First needed: Your name.");
    await left.waitFor();
    expect(await yes.isChecked()).toBe(false);
    await yes.click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await gateway.db.prisma.participant.count({ where: { pollId: poll.id } })).toBe(0);
  });

  test("is told all that the poll needs, after leaving the sheet that asks for it", async () => {
    const poll = await newPoll({
      require_voter_name: true,
      double_opt_in: true,
      additional_attributes: { 1: { title: "Team", type: "text", required: true } },
    });
    const page = await visit(`/p/${poll.memberHash}`, { ...phone, locale: "de-DE" });
    await option(page, "Soup").getByLabel("Ja", { exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await option(page, "Soup")
      .getByText("Nicht gespeichert. Zuerst nötig: Ihr Name, Ihre E‑Mail-Adresse, Team.")
      .waitFor();
  });

  test("sees that the poll is closed, when it closes while the sheet asks for the name", async () => {
    const poll = await newPoll({ require_voter_name: true });
    const page = await visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await page.getByLabel("Your name").fill("Ada");
    await gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { status: "closed" },
    });
    await page.keyboard.press("Enter");
    await page.getByText("This poll is closed").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await option(page, "Soup").getByText("The poll is closed. That was not saved.").waitFor();
    await haveCount(page.locator(".finish"), 0);
  });

  test("enters password and name in one sheet where the options can be read without them", async () => {
    const poll = await newPoll({ require_voter_name: true });
    await gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { password: "open sesame" },
    });
    const page = await visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Your name").fill("Ada");
    await sheet.getByLabel("Password").fill("wrong");
    await sheet.getByRole("button", { name: "Continue" }).click();
    await sheet.getByText("The password is wrong").waitFor();
    await sheet.locator("input[name=password]:focus").waitFor();
    expect(await sheet.getByLabel("Your name").inputValue()).toBe("Ada");
    await sheet.getByLabel("Password").fill("open sesame");
    await page.keyboard.press("Enter");
    await option(page, "Soup").getByText("Saved").waitFor();
  });

  test("is asked again for a password that changed after the tab has kept it", async () => {
    const poll = await newPoll({ require_voter_name: true });
    const protect = (password: string) =>
      gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, { poll: { password } });
    await protect("open sesame");
    const page = await visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Your name").fill("Ada");
    await sheet.getByLabel("Password").fill("open sesame");
    const change = async (route: Route) => {
      await protect("another one");
      await route.continue();
    };
    await page.route("**/voters", change, { times: 1 });
    await page.keyboard.press("Enter");
    await sheet.getByText("The password is wrong").waitFor();
    await sheet.getByLabel("Password").fill("another one");
    await page.keyboard.press("Enter");
    await option(page, "Soup").getByText("Saved").waitFor();
  });

  test("sees what to do when a limit is reached, and how much is left", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote", vote_limit_per_voter: 2 });
    await buildOption(gateway.db, poll, { content: "Bread" });
    const page = await visit(`/p/${poll.memberHash}`);
    const vote = (name: string) => option(page, name).getByRole("checkbox", { name: "Vote" });
    await page.getByText("You can vote on 2 options.").waitFor();
    await vote("Soup").click();
    await page.getByText("You can vote on 1 more option.").waitFor();
    await vote("Rice").click();
    await page.getByText("You have none left.").waitFor();
    await vote("Bread").click();
    await option(page, "Bread").getByText("Remove another one first").waitFor();
    expect(await vote("Bread").isChecked()).toBe(false);
    await page.getByRole("button", { name: "Undo: Rice" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
  });

  test("is not asked for the code of an invitation whose link was opened", async () => {
    const poll = await newPoll({
      require_voter_name: true,
      participant_limitation_type: "check_invitation",
    });
    const { body } = await gateway.as(owner, `POST /api/v1/polls/${poll.adminHash}/invitations`, {
      invitations: [{}],
    });
    const page = await visit(`/p/${poll.memberHash}?invitation=${body[0].code}`, phone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await option(page, "Soup").getByText("Not saved. First needed: Your name.").waitFor();
  });

  test("enters the password once for all pages of a tab", async () => {
    const poll = await newPoll({ restrict_view_access: true });
    await gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { password: "open sesame" },
    });
    const page = await visit(`/p/${poll.memberHash}`);
    expect(await option(page, "Soup").count()).toBe(0);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("The password is wrong").waitFor();
    await page.getByLabel("Password").fill("open sesame");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator("h1:focus").waitFor();
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.reload();
    await option(page, "Soup").getByRole("radio", { name: "Yes", checked: true }).waitFor();
    await option(page, "Soup").getByLabel("No", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.getByRole("link", { name: "See the results" }).click();
    await page.locator(".bars").getByText("No: 1 (100%)").waitFor();
  });

  test("votes with the keyboard alone", async () => {
    const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
    const page = await visit(`/p/${poll.memberHash}`);
    const soup = option(page, "Soup");
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press("Tab");
      if ((await soup.locator("input:focus").count()) > 0) break;
    }
    await page.keyboard.press("Space");
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.keyboard.press("ArrowRight");
    await soup.locator("input:checked + span", { hasText: "Maybe" }).waitFor();
  });

  const controls: readonly (readonly [string, (page: Page) => Promise<unknown>, unknown])[] = [
    [
      "Votes::BooleanVote",
      (page: Page) => option(page, "Soup").getByLabel("No", { exact: true }).click(),
      -1,
    ],
    [
      "Votes::YesNoMaybeVote",
      (page: Page) => option(page, "Soup").getByLabel("No", { exact: true }).click(),
      0,
    ],
    ["Votes::UpVote", (page: Page) => option(page, "Soup").getByRole("checkbox").click(), 1],
    ["Votes::LikeVote", (page: Page) => option(page, "Soup").getByRole("button").click(), 1],
    ["Votes::HeartVote", (page: Page) => option(page, "Soup").getByRole("button").click(), 1],
    [
      "Votes::RatingVote",
      (page: Page) => option(page, "Soup").getByLabel("4 stars").check({ force: true }),
      4,
    ],
    [
      "Votes::EmojiVote",
      (page: Page) => option(page, "Soup").getByLabel("Very good").check({ force: true }),
      5,
    ],
    ["Votes::RangeVote", (page: Page) => option(page, "Soup").getByRole("slider").fill("7"), 7],
    [
      "Votes::DotVote",
      (page: Page) => option(page, "Soup").getByRole("button", { name: "One more" }).click(),
      1,
    ],
    [
      "Votes::RankedVote",
      (page: Page) => option(page, "Soup").getByRole("combobox").selectOption("2"),
      2,
    ],
    [
      "Votes::NumberVote",
      (page: Page) => enter(option(page, "Soup").getByRole("spinbutton"), "2.5"),
      2.5,
    ],
    [
      "Votes::DateVote",
      (page: Page) => enter(option(page, "Soup").getByLabel("Date"), "2030-06-15"),
      "2030-06-15",
    ],
  ];

  test("has a case for the control of each simple vote type", () => {
    const simple = voteTypes.all.filter((type) => type.simple).map(({ name }) => name);
    expect(controls.map(([name]) => name).sort()).toEqual([...simple].sort());
  });

  test.each(controls)("votes with the control of %s", async (vote_type, vote, value) => {
    const poll = await newPoll({ vote_type });
    const page = await visit(`/p/${poll.memberHash}`);
    await vote(page);
    await option(page, "Soup").getByText("Saved").waitFor();
    const votes = await gateway.as(owner, `GET /api/v1/polls/${poll.adminHash}/votes`);
    expect(votes.body.map((one: { readonly vote: unknown }) => one.vote)).toEqual([value]);
  });

  test.each(sampleCases(controls, 3, 0))(
    "sees the next option at the same place after a vote by %s",
    async (vote_type, vote) => {
      const looks = { desktop: {}, phone, narrowPhone };
      for (const [name, look] of Object.entries(looks)) {
        const poll = await newPoll({ vote_type });
        const page = await visit(`/p/${poll.memberHash}`, look);
        await option(page, "Soup").waitFor();
        const before = await placesOf(page);
        await vote(page);
        await option(page, "Soup").getByText("Saved").waitFor();
        await page.getByRole("button", { name: "Undo: Soup" }).waitFor();
        expect([name, await placesOf(page)]).toEqual([name, before]);
      }
    },
  );

  test("sees options of the same height and place after the form is sent", async () => {
    const poll = await newPoll({ require_voter_name: true, vote_type: "Votes::YesNoMaybeVote" });
    const page = await visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").waitFor();
    const [heights] = await placesOf(page);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await page.getByLabel("Your name").fill("Ada");
    await page.keyboard.press("Enter");
    await page.getByText("You take part as Ada").waitFor();
    const [later] = await placesOf(page);
    expect(later).toEqual(heights);
  });

  test("sees five stars in one row on the smallest phone", async () => {
    const poll = await newPoll({ vote_type: "Votes::RatingVote" });
    const page = await visit(`/p/${poll.memberHash}`, narrowPhone);
    const stars = option(page, "Soup").locator(".choice");
    await stars.first().waitFor();
    const tops = await stars.evaluateAll((all) =>
      all.map((star) => star.getBoundingClientRect().top),
    );
    expect(tops).toHaveLength(5);
    expect(new Set(tops).size).toBe(1);
  });

  test("finds no accessibility violation", async () => {
    const open = await newPoll({ vote_type: "Votes::RatingVote", vote_limit_per_voter: 2 });
    const dots = await newPoll({ vote_type: "Votes::DotVote" });
    const closed = await newPoll({ deadline_voting: new Date(0) });
    const asking = await newPoll({ require_voter_name: true });
    const addresses = [
      ...[open, dots, closed, asking].map(({ memberHash }) => `/p/${memberHash}`),
      `/p/${open.memberHash}/results`,
      `/p/${open.adminHash}/admin`,
    ];
    for (const address of addresses) {
      const page = await visit(address, { ...phone, bypassCSP: true });
      await page.locator("h1").waitFor();
      expect([address, await barriersOf(page)]).toEqual([address, []]);
      await page.context().close();
    }
  });

  test("reads in German what is wrong with a field", async () => {
    const poll = await newPoll({ double_opt_in: true, restricted_double_opt_in_domains: ["a.de"] });
    const page = await visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await option(page, "Soup").getByLabel("Ja", { exact: true }).click();
    await page.getByLabel("Ihre E‑Mail-Adresse").fill("ada@example.org");
    await page.getByRole("button", { name: "Weiter" }).click();
    await page
      .getByText("Ihre E‑Mail-Adresse: Bitte geben Sie eine Adresse von a.de ein.")
      .waitFor();
  });

  test("gets the page in German if the browser asks for it", async () => {
    const poll = await newPoll();
    const page = await visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await option(page, "Soup").getByLabel("Ja", { exact: true }).click();
    await option(page, "Soup").getByText("Gespeichert").waitFor();
  });
});
