// Covers docs/reference/pages.md: final-votes-on-pages

import { buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { option, shareVotingPages } from "../../../testing/voting-pages";

describeWithBrowser("a person whose votes are final", () => {
  const { pages, newPoll, valuesOf } = shareVotingPages(["Soup", "Rice", "Stew"], {
    final_votes: true,
  });
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const choose = (page: Page, name: string, value: string) =>
    option(page, name).getByLabel(value, { exact: true }).click();
  const thanks = (page: Page) => page.getByRole("heading", { name: "Thank you!" });

  test("chooses first, also over a reload, and casts with one button; then the results are shown", async () => {
    const poll = await newPoll({ results_visible: "after_own_vote", require_voter_name: true });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await page.getByText("You cannot change your votes once they are cast.").waitFor();
    await choose(page, "Soup", "Yes");
    await choose(page, "Rice", "No");
    await button(page, "Cast 2 votes").waitFor();
    await page.reload();
    await page.getByText("You cannot change your votes once they are cast.").waitFor();
    await choose(page, "Rice", "Yes");
    await button(page, "Undo: Rice").click();
    await choose(page, "Soup", "No");
    expect(await barriersOf(page)).toEqual([]);
    expect(await valuesOf(poll)).toEqual([]);

    // Who closes the sheet has cast nothing, and loses nothing.
    await button(page, "Cast 2 votes").click();
    await button(page, "Close").click();
    await option(page, "Soup").getByText("Not saved. First needed: Your name.").waitFor();
    await button(page, "Cast 2 votes").click();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("dialog").getByRole("button", { name: "Cast 2 votes" }).click();
    await thanks(page).waitFor();
    await page.getByText("Your votes are cast.").waitFor();
    expect(await valuesOf(poll)).toEqual([-1, -1]);
    expect(await barriersOf(page)).toEqual([]);

    await button(page, "Look at my answers").click();
    const yes = option(page, "Soup").getByLabel("Yes", { exact: true });
    expect(await yes.isDisabled()).toBe(true);
    await option(page, "Soup").getByText("Cast, and final").waitFor();
    await page.getByText("Your votes are cast. 1 option is not answered.").waitFor();
    await choose(page, "Stew", "Yes");
    await button(page, "Cast 1 vote").click();
    await thanks(page).waitFor();
    expect(await valuesOf(poll)).toEqual([-1, -1, 1]);
    await page.getByRole("link", { name: "See the results" }).first().click();
    await page.getByText("1 participant").first().waitFor();
  });

  test("cannot cast more votes than the poll allows, nor fewer", async () => {
    const limits = { vote_limit_per_voter: 2, vote_limit_per_voter_min: 2 };
    const poll = await newPoll({ vote_type: "Votes::UpVote", ...limits });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const box = (name: string) => option(page, name).getByRole("checkbox");
    await box("Soup").click();
    await button(page, "Cast 1 vote").click();
    await page.getByText("Please cast 1 more vote first.").waitFor();
    await box("Rice").click();
    await box("Stew").click();
    await button(page, "Cast 3 votes").click();
    await page.getByText("Please remove 1 choice first.").waitFor();
    await box("Soup").click();
    await button(page, "Cast 2 votes").click();
    await thanks(page).waitFor();
    expect(await valuesOf(poll)).toEqual([1, 1]);
  });

  test("moves the only choice before it is cast, and not after", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote", vote_limit_per_voter: 1 });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const radio = (name: string) => option(page, name).getByRole("radio");
    await radio("Soup").click();
    await radio("Rice").click();
    await button(page, "Cast 1 vote").click();
    await button(page, "Look at my answers").click();
    expect(await radio("Rice").isChecked()).toBe(true);
    expect(await radio("Soup").isDisabled()).toBe(true);
    expect(await valuesOf(poll)).toEqual([1]);
  });

  test("gives each rank once", async () => {
    const poll = await newPoll({ vote_type: "Votes::RankedVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const rank = (name: string) => option(page, name).getByRole("combobox");
    for (const [name, value] of [
      ["Soup", "1"],
      ["Rice", "2"],
      ["Stew", "1"],
    ] as const) {
      await rank(name).selectOption(value);
    }
    await rank("Soup").selectOption("3");
    await button(page, "Cast 3 votes").click();
    await thanks(page).waitFor();
    expect(await valuesOf(poll)).toEqual([1, 2, 3]);
    await button(page, "Look at my answers").click();
    expect(await rank("Stew").inputValue()).toBe("1");
  });

  test("answers a survey, and casts all answers at its end", async () => {
    const poll = await pages.newPoll({ final_votes: true }, { type: "Polls::Survey" });
    const under = async (step: Readonly<Record<string, unknown>>, content: string, more: object) =>
      buildOption(pages.gateway.db, poll, {
        parent: await buildOption(pages.gateway.db, poll, { content: "A step", settings: step }),
        content,
        ...more,
      });
    await under({ survey_step_type: "input" }, "Why?", {
      type: "Options::InputOption",
      inputType: "text",
    });
    await under({ survey_step_type: "vote", require_vote: true }, "Tea", {
      type: "Options::TextOption",
    });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await page.getByLabel("Why?").fill("Because");
    await button(page, "Next").click();
    await choose(page, "Tea", "Yes");
    await button(page, "Finish").click();
    await page.getByText("You cannot change your votes once they are cast.").waitFor();
    expect(await valuesOf(poll)).toEqual([]);
    await button(page, "Back").click();
    await page.getByLabel("Why?").fill("Because of tea");
    await button(page, "Next").click();
    await button(page, "Finish").click();
    await button(page, "Cast 2 votes").click();
    await thanks(page).waitFor();
    expect(await valuesOf(poll)).toEqual([1, "Because of tea"]);
    await button(page, "Look at my answers").click();
    expect(await page.getByLabel("Why?").isDisabled()).toBe(true);
  });

  test("casts the cells of a row together", async () => {
    const poll = await pages.newPoll({ final_votes: true }, { type: "Polls::Table" });
    for (const content of ["Dish", "Drink"]) {
      await buildOption(pages.gateway.db, poll, { content, inputType: "text" });
    }
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await button(page, "Add my row").click();
    await page.getByLabel("Dish").fill("Soup");
    await page.getByLabel("Drink").fill("Tea");
    await page.keyboard.press("Tab");
    expect(await valuesOf(poll)).toEqual([]);
    await button(page, "Cast 2 votes").click();
    await page.getByText("Your votes are cast.").waitFor();
    expect(await valuesOf(poll)).toEqual(["Soup", "Tea"]);
    expect(await page.getByLabel("Dish").isDisabled()).toBe(true);
  });

  test("takes no judgment back", async () => {
    const poll = await pages.newPoll({ final_votes: true }, { type: "Polls::PairwiseComparison" });
    for (const content of ["Soup", "Rice", "Stew"])
      await buildOption(pages.gateway.db, poll, { content });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByText("You cannot take a choice back.").waitFor();
    expect(await page.getByText("You cannot change your votes").count()).toBe(0);
    await page.locator(".side").first().click();
    await page.getByText("1 of 3 pairs").waitFor();
    expect(await button(page, "Undo the last choice").count()).toBe(0);
  });

  test("chooses on the page of an option, and casts it there", async () => {
    const poll = await newPoll();
    const { publicId } = await buildOption(pages.gateway.db, poll, { content: "Cake" });
    const page = await pages.visit(`/p/${poll.memberHash}/o/${publicId}`);
    await page.getByLabel("Yes", { exact: true }).click();
    await button(page, "Cast 1 vote").click();
    await page.getByText("Your votes are cast.").waitFor();
    expect(await valuesOf(poll)).toEqual([1]);
  });
});
