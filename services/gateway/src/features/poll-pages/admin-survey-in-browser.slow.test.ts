// Covers docs/reference/pages.md: surveys-on-pages

import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { become, shareAdminPage } from "../../../testing/admin-page";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { enterTexts } from "../../../testing/enter-texts";

describeWithBrowser("a person who makes a survey", () => {
  const { gateway, newPoll, manage, visit } = shareAdminPage();

  const newSurvey = () => newPoll({}, { type: "Polls::Survey", title: "Our library" });

  /** The steps with what is under them, as an admin reads them. */
  const surveyOf = async ({ id }: Poll) => {
    const rows = await gateway.db.prisma.option.findMany({
      where: { pollId: id },
      orderBy: [{ parentId: { sort: "asc", nulls: "first" } }, { position: "asc" }],
    });
    return rows.map(({ content, inputType, settings }) => [content, inputType, settings]);
  };

  async function add(
    page: Page,
    text: string,
    kind: string,
    lists: Readonly<Record<string, readonly string[]>> = {},
  ) {
    const form = page.locator("form", { hasText: "Add a question" });
    await form.getByLabel("Text", { exact: true }).fill(text);
    await form.getByLabel("Kind of answer").selectOption(kind);
    for (const [name, values] of Object.entries(lists)) await enterTexts(form, name, values);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: text, exact: true }).waitFor();
  }
  const rowOf = (page: Page, text: string) =>
    page.locator("ol.rows > li.option-row", {
      has: page.getByRole("heading", { name: text, exact: true }),
    });

  test("are read where colors are forced: no border runs through their texts", async () => {
    const poll = await newSurvey();
    const question = "What would you like to have in the reading room of our library?";
    for (const content of [question, "When?"]) {
      const settings = { survey_step_type: "info" };
      await buildOption(gateway.db, poll, { content, settings } as never);
    }
    for (const width of [360, 1_200]) {
      const viewport = { width, height: 740 };
      const page = await manage(poll, "build", { viewport, forcedColors: "active" });
      await rowOf(page, question).getByRole("button", { name: /^Move/ }).waitFor();
      const crossed = await page.evaluate<readonly string[]>(`(() => {
        const found = [];
        for (const row of document.querySelectorAll(".option-row")) {
          const texts = [...row.querySelectorAll(".head :is(h3, h4, p)")].flatMap((text) => {
            const range = document.createRange();
            range.selectNodeContents(text);
            return [...range.getClientRects()];
          });
          for (const button of row.querySelectorAll("button")) {
            const box = button.getBoundingClientRect();
            const hasBorder = getComputedStyle(button).borderTopWidth !== "0px";
            const overlaps = texts.some(
              (line) => line.left < box.right && box.left < line.right && line.top < box.bottom && box.top < line.bottom,
            );
            if (hasBorder && overlaps) found.push(button.getAttribute("aria-label") ?? button.textContent);
          }
        }
        return found;
      })()`);
      expect(crossed).toEqual([]);
    }
  });

  test("of every kind are made whole, and show what they are", async () => {
    const poll = await newSurvey();
    const page = await manage(poll);
    await add(page, "Your color?", "One of several (buttons)", {
      Choices: ["Red", "Blue", "Green"],
    });
    await add(page, "How was it?", "A matrix", {
      Rows: ["Food", "Music"],
      Columns: ["bad", "good"],
    });
    await add(page, "Where do you live?", "A place on the map");
    const voted = page.locator("form", { hasText: "Add a question" });
    await voted.getByLabel("Kind of answer").selectOption("Options to vote on");
    await voted.getByLabel("How do people vote?").selectOption("Stars");
    await voted.getByLabel("Must be answered").check();
    await add(page, "Which band?", "Options to vote on", {
      "What can people vote on?": ["Owls", "Larks"],
    });
    await rowOf(page, "Your color?")
      .getByText("One of several (buttons) · Red, Blue, Green")
      .waitFor();
    await rowOf(page, "How was it?").getByText("Food, Music · bad, good").waitFor();
    await rowOf(page, "Which band?").locator("p.fine", { hasText: "Must be answered" }).waitFor();
    const matrix = { survey_step_type: "matrix", allowed_values: ["bad", "good"] };
    expect(await surveyOf(poll)).toEqual([
      ["Your color?", null, { survey_step_type: "input" }],
      ["How was it?", null, matrix],
      ["Where do you live?", null, { survey_step_type: "input" }],
      [
        "Which band?",
        null,
        {
          survey_step_type: "vote",
          survey_step_vote_type: "Votes::RatingVote",
          require_vote: true,
        },
      ],
      ["Your color?", "radio", { allowed_values: ["Red", "Blue", "Green"] }],
      ["Food", null, {}],
      ["Music", null, {}],
      ["Where do you live?", "location", {}],
      ["Owls", null, {}],
      ["Larks", null, {}],
    ]);
  });

  test("are changed later: text, kind, choices, help, and whether they must be answered", async () => {
    const poll = await newSurvey();
    const page = await manage(poll);
    await add(page, "Your color?", "A line of text");
    const row = rowOf(page, "Your color?");
    await row.getByText("Change", { exact: true }).click();
    await row.getByLabel("Kind of answer").selectOption("Several from a list");
    await row.getByText("Yes, No").waitFor();
    await row.getByRole("textbox", { name: "Choices: 1", exact: true }).fill("Red");
    await row.getByRole("button", { name: "Remove “No”" }).click();
    await row.getByRole("button", { name: "Add a line: Choices" }).click();
    await page.keyboard.type("Blue");
    await row.getByLabel("Must be answered").check();
    await row.getByText("Several from a list · Red, Blue · Must be answered").waitFor();
    await row.getByLabel("Help text").fill("Several are fine");
    await row.getByRole("button", { name: "Change the text of “Your color?”" }).click();
    await page.getByRole("textbox", { name: "Change the text" }).fill("Your colors?");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your colors?" }).first().waitFor();
    expect(await surveyOf(poll)).toEqual([
      ["Your colors?", null, { survey_step_type: "input" }],
      ["Your colors?", "multi_select", { allowed_values: ["Red", "Blue"], mandatory: true }],
    ]);
  });

  test("have choices that are sorted by keyboard and by drag", async () => {
    const poll = await newSurvey();
    const page = await manage(poll);
    await add(page, "Your color?", "One of several (buttons)", {
      Choices: ["Red", "Blue", "Green"],
    });
    const row = rowOf(page, "Your color?");
    const sorted = (...allowed_values: readonly string[]) =>
      become(
        [
          ["Your color?", null, { survey_step_type: "input" }],
          ["Your color?", "radio", { allowed_values }],
        ],
        () => surveyOf(poll),
      );
    await row.getByText("Change", { exact: true }).click();
    const grip = (name: string) => row.getByRole("button", { name: `Move ${name}`, exact: true });
    await grip("Green").focus();
    await page.keyboard.press("ArrowUp");
    await page.getByText("Green: position 2 of 3").waitFor();
    await sorted("Red", "Green", "Blue");
    await grip("Green").and(page.locator(":focus")).waitFor();
    await grip("Blue").dragTo(row.getByRole("textbox", { name: "Choices: 1", exact: true }));
    await sorted("Blue", "Red", "Green");
    await row.getByText("One of several (buttons) · Blue, Red, Green").waitFor();
  });

  test("lead on by their answers, also past one that is added later", async () => {
    const poll = await newSurvey();
    const page = await manage(poll);
    await add(page, "Do you come often?", "One of several (buttons)", { Choices: ["Yes", "No"] });
    await add(page, "What do you miss?", "A long text");
    await add(page, "Why do you come?", "A long text");
    const ways = rowOf(page, "Do you come often?").getByRole("group", { name: "Then go to" });
    const branch = page.getByRole("button", { name: "Branch after Do you come often?" });
    await page.setViewportSize({ width: 360, height: 740 });
    await branch.getByText("Branch", { exact: true }).waitFor();
    await branch.click();
    expect(await page.getByRole("group", { name: "Then go to" }).count()).toBe(1);
    await ways.getByLabel("Then go to, after Yes").selectOption("3. Why do you come?");
    await page.getByText("Skipped after “Yes”.").waitFor();
    expect(await branch.count()).toBe(0);
    await ways.getByLabel("Then go to, after No").selectOption("the end of the survey");
    await rowOf(page, "Why do you come?").getByText("Skipped after “No”.").waitFor();
    await add(page, "Anything else?", "A line of text");
    await rowOf(page, "Anything else?").getByText("Skipped after “No”.").waitFor();

    const voter = await visit(`/p/${poll.memberHash}`, phone);
    await voter.getByRole("radio", { name: "Yes" }).check();
    await voter.getByRole("button", { name: "Next" }).click();
    await voter.getByRole("heading", { name: "Why do you come?" }).waitFor();

    await page.getByRole("button", { name: "Delete: Skipped after “Yes”." }).click();
    await page.getByText("Skipped after “Yes”.").waitFor({ state: "detached" });
    expect(await ways.getByLabel("Then go to, after Yes").inputValue()).toBe("1");
  });

  test("keep where an answer leads when they are moved, or ask", async () => {
    const poll = await newSurvey();
    const page = await manage(poll);
    await add(page, "Did you like it?", "One of several (buttons)", { Choices: ["Yes", "No"] });
    await add(page, "What was wrong?", "A long text");
    await add(page, "May we write to you?", "A line of text");
    await add(page, "How old are you?", "A whole number");
    await page.getByRole("button", { name: "Branch after Did you like it?" }).click();
    const ways = rowOf(page, "Did you like it?").getByRole("group", { name: "Then go to" });
    const yes = ways.getByLabel("Then go to, after Yes");
    const leadsTo = (step: string) =>
      become(step, () => yes.locator("option:checked").textContent());
    await yes.selectOption("3. May we write to you?");
    await page.getByText("Skipped after “Yes”.").waitFor();

    const grip = (name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
    await grip("How old are you?").focus();
    await page.keyboard.press("ArrowUp");
    await leadsTo("4. May we write to you?");
    await rowOf(page, "How old are you?").getByText("Skipped after “Yes”.").waitFor();
    await grip("How old are you?").and(page.locator(":focus")).waitFor();

    await grip("May we write to you?").dragTo(rowOf(page, "Did you like it?"));
    const asked = page.getByRole("dialog", { name: "Change the order?" });
    await asked.getByText("“Yes”").waitFor();
    await asked.getByRole("button", { name: "Cancel" }).click();
    await leadsTo("4. May we write to you?");
    await grip("May we write to you?").dragTo(rowOf(page, "Did you like it?"));
    await asked.getByRole("button", { name: "Move it" }).click();
    await leadsTo("the next one: What was wrong?");
    await page.getByText("Skipped after “Yes”.").first().waitFor({ state: "detached" });
  });

  test("are the columns of a table, with their kind and choices", async () => {
    const poll = await newPoll({}, { type: "Polls::Table" });
    const page = await manage(poll);
    const form = page.locator("form", { hasText: "Add a column" });
    await form.getByLabel("Text", { exact: true }).fill("I bring");
    await form.getByLabel("Kind of answer").selectOption("One from a list (menu)");
    await form.getByRole("textbox", { name: "Choices: 1", exact: true }).fill("Cake");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    const row = rowOf(page, "I bring");
    await row.getByText("One from a list (menu) · Cake").waitFor();
    await row.getByText("Change", { exact: true }).click();
    await row.getByLabel("Kind of answer").selectOption("A whole number");
    await row.locator("p.fine", { hasText: "A whole number" }).waitFor();
  });
});
