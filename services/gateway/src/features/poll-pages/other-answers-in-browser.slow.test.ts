// Covers docs/reference/votes.md: other-answers

import type { Poll } from "@polls/domain/polls";
import { buildOption, waitFor } from "@polls/testing";
import type { Page } from "playwright-core";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";

describeWithBrowser("another answer", () => {
  const pages = sharePages();

  const manage = async ({ adminHash }: Poll, section: string) =>
    pages.visit(`/p/${adminHash}/admin#${section}`, { storageState: await pages.signIn() });
  const textsOf = async (poll: Poll): Promise<readonly unknown[]> => {
    const { body } = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/votes?per_page=100`);
    return body.map(({ vote_text }: { readonly vote_text: unknown }) => vote_text).sort();
  };
  const stored = (poll: Poll, texts: readonly unknown[]) =>
    waitFor(async () => JSON.stringify(await textsOf(poll)) === JSON.stringify(texts), {
      what: `the votes ${JSON.stringify(texts)}`,
    });
  const enter = async (page: Page, name: string, text: string): Promise<void> => {
    await page.getByRole("textbox", { name }).fill(text);
    await page.keyboard.press("Tab");
  };

  async function survey(kinds: readonly string[]) {
    const poll = await pages.newPoll({}, { type: "Polls::Survey", title: "Our kitchen" });
    const { db } = pages.gateway;
    const parent = await buildOption(db, poll, {
      type: "Options::SurveyStep",
      content: "Drinks",
      settings: { survey_step_type: "input" },
    });
    for (const inputType of kinds) {
      await buildOption(db, poll, {
        type: "Options::InputOption",
        parent,
        content: `By ${inputType}`,
        inputType,
        settings: { allowed_values: ["Tea", "Coffee"], allow_other: true },
      });
    }
    return poll;
  }

  test("is named in a survey, corrected, kept for a return, and given up for a choice", async () => {
    const poll = await survey(["radio", "select", "multi_select"]);
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const radio = page.getByRole("group", { name: "By radio" });
    await radio.getByLabel("Tea").check();
    await stored(poll, ["Tea"]);
    await radio.getByLabel("Other").check();
    await stored(poll, []);
    await page.getByText("Please enter a text.").waitFor();
    expect(
      await page.getByText("Saved", { exact: true }).and(page.locator(":visible")).count(),
    ).toBe(0);
    await enter(page, "By radio: Other", "Cocoa");
    await page.getByText("Please enter a text.").waitFor({ state: "detached" });
    await stored(poll, ["Cocoa"]);
    await enter(page, "By radio: Other", "Hot milk");
    await stored(poll, ["Hot milk"]);

    await page.getByRole("combobox", { name: "By select" }).selectOption("Other");
    await enter(page, "By select: Other", "Juice");
    const several = page.getByRole("group", { name: "By multi_select" });
    await several.getByLabel("Coffee").check();
    await several.getByLabel("Other").check();
    await enter(page, "By multi_select: Other", "Water");
    await stored(poll, ["Hot milk", "Juice", '["Coffee","Water"]']);
    expect(await barriersOf(page)).toEqual([]);

    await page.reload();
    await page.getByRole("button", { name: "Change my answers" }).click();
    await page.getByRole("textbox", { name: "By radio: Other" }).waitFor();
    expect(await page.getByRole("textbox", { name: "By radio: Other" }).inputValue()).toBe(
      "Hot milk",
    );
    expect(await several.getByLabel("Other").isChecked()).toBe(true);
    await several.getByLabel("Other").uncheck();
    await radio.getByLabel("Tea").check();
    await stored(poll, ["Juice", "Tea", '["Coffee"]']);
    expect(await page.getByRole("textbox").count()).toBe(1);
  });

  test("is named on an option of a poll, with one choice and with several", async () => {
    for (const limit of [{ vote_limit_per_voter: 1 }, {}]) {
      const settings = { vote_type: "Votes::UpVote", ...limit };
      const poll = await pages.newPoll(settings, { title: "What shall we drink?" });
      const { db } = pages.gateway;
      await buildOption(db, poll, { content: "Tea" });
      const other = { content: "Something else", settings: { allow_other: true } };
      await buildOption(db, poll, other);
      const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
      await page.getByLabel("Vote: Something else").check();
      await stored(poll, [null]);
      await enter(page, "Something else: Other", "Cocoa");
      await stored(poll, ["Cocoa"]);
      expect(await barriersOf(page)).toEqual([]);
      await page.reload();
      expect(await page.getByLabel("Vote: Something else").isChecked()).toBe(true);
      await enter(page, "Something else: Other", "");
      await stored(poll, [null]);
      await page.getByLabel("Vote: Tea").check();
      await stored(poll, "vote_limit_per_voter" in limit ? [null] : [null, null]);
    }
  });

  test("is one entry in results, and its text is among the answers that admins see", async () => {
    const poll = await survey(["radio"]);
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByRole("group", { name: "By radio" }).getByLabel("Other").check();
    await enter(page, "By radio: Other", "Cocoa");
    await stored(poll, ["Cocoa"]);
    const results = await pages.visit(`/p/${poll.memberHash}/results`);
    await results.getByText("Other").first().waitFor();
    expect(await results.getByText("Cocoa").count()).toBe(0);
    const desk = await manage(poll, "people");
    await desk.getByRole("cell", { name: "Cocoa" }).waitFor();
  });

  test("is allowed by a switch of the owner", async () => {
    const poll = await pages.newPoll({ vote_type: "Votes::UpVote" }, { title: "Drinks" });
    await buildOption(pages.gateway.db, poll, { content: "Something else" });
    const desk = await manage(poll, "");
    await desk.getByText("Change", { exact: true }).click();
    await desk.getByLabel("Participants can give another answer").check();
    await waitFor(
      async () => {
        const { body } = await pages.asOwner(`GET /api/v1/polls/${poll.memberHash}/options`);
        return body[0].takes_text === true;
      },
      { what: "an option that takes a text" },
    );
  });
});
