// Covers docs/reference/pages.md: surveys-on-pages

import { waitFor } from "@polls/testing";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { atStep, finish, next, shareSurveyPages } from "../../../testing/survey-pages";

describeWithBrowser("a person in a survey", () => {
  const { pages, newSurvey, branchingSurvey, addStep, addUnder, addInput } = shareSurveyPages();
  const { votesOf } = pages;

  test("reads a question that is the title of its step once, with the sign of a mandatory one", async () => {
    const poll = await newSurvey();
    const step = await addStep(poll, "Your color?", { survey_step_type: "input" });
    const settings = { mandatory: true };
    const facts = { type: "Options::InputOption", inputType: "text", settings };
    await addUnder(poll, step, "Your color?", facts);
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await atStep(page, "Your color?");
    const box = await page.locator(".question .unseen").boundingBox();
    expect(box?.height).toBe(1);
    const sign = "getComputedStyle(document.querySelector('.step > h2'), '::after').content";
    expect(await page.evaluate(sign)).toBe('" *"');
    await page.getByRole("textbox", { name: "Your color?" }).fill("Red");
    await finish(page);
    await atStep(page, "Thank you!");
  });

  test("begins at the first step, also if the address has another one", async () => {
    const poll = await newSurvey();
    const step = await addStep(poll, "Your color?", { survey_step_type: "input" });
    await addInput(poll, step, "text", { mandatory: true });
    await addStep(poll, "Welcome", { survey_step_type: "info" });
    const page = await pages.visit(`/p/${poll.memberHash}#step-2`);
    await atStep(page, "Your color?");
    expect(new URL(page.url()).hash).toBe("#step-1");
    await page.reload();
    await page.evaluate("location.hash = '#step-2'");
    await atStep(page, "Your color?");
  });

  test("answers a mandatory step with one vote by choosing one of its options", async () => {
    const poll = await newSurvey();
    const step = await addStep(poll, "Do you come again?", {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::UpVote",
      survey_step_vote_limit_per_voter: 1,
      require_vote: true,
    });
    const [yes, no] = [await addUnder(poll, step, "Surely"), await addUnder(poll, step, "Never")];
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const vote = (name: string) =>
      page.locator("li.option", { hasText: name }).getByRole("radio", { name: "Vote" });
    await finish(page);
    await page.getByText("Something is missing here.").waitFor();
    await vote("Surely").click();
    await page.getByText("Choose another option to change your vote.").waitFor();
    await vote("Never").click();
    await finish(page);
    await atStep(page, "Thank you!");
    expect(await votesOf(poll)).toEqual(
      new Map([
        [no.publicId, 1],
        [yes.publicId, null],
      ]),
    );
  });

  test.each(["vote", "matrix"])(
    "answers at least one option of a mandatory step of kind %s",
    async (survey_step_type) => {
      const poll = await newSurvey();
      const step = await addStep(poll, "The food", {
        survey_step_type,
        survey_step_vote_type: "Votes::UpVote",
        allowed_values: ["Bad", "Good"],
        mandatory: true,
      });
      for (const content of ["Soup", "Rice"]) await addUnder(poll, step, content);
      const page = await pages.visit(`/p/${poll.memberHash}`, phone);
      await finish(page);
      await page.getByText("Something is missing here.").waitFor();
      if (survey_step_type === "vote") await page.getByRole("checkbox").last().click();
      else await page.getByLabel("Good").last().check({ force: true });
      await finish(page);
      await atStep(page, "Thank you!");
    },
  );

  test("completes a survey on a phone, by the branch of the answers", async () => {
    const { poll, often, wish } = await branchingSurvey();
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await atStep(page, "Welcome");
    await page.getByText("Step 1", { exact: true }).waitFor();
    await next(page);
    await atStep(page, "Your visits");

    await next(page);
    await page.getByText("Something is missing here.").waitFor();
    await page.getByLabel("No", { exact: true }).click();
    await page.getByText("Something is missing here.").waitFor({ state: "detached" });
    await next(page);
    await atStep(page, "What you miss");
    await page.getByText("Step 3", { exact: true }).waitFor();

    await finish(page);
    await page.getByText("Please answer this.").waitFor();
    await page.getByLabel("A textarea").fill("More\nlight");
    await finish(page);
    await atStep(page, "Thank you!");
    expect(await votesOf(poll)).toEqual(
      new Map<string, unknown>([
        [often.publicId, -1],
        [wish.publicId, "More\nlight"],
      ]),
    );
    const { body } = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/voters`);
    expect(body).toMatchObject([{ complete: true }]);
  });

  test("reads the rest of the steps again after it could not be read", async () => {
    const poll = await newSurvey({ options_per_page: 20 });
    for (let number = 1; number <= 21; number++) {
      await addStep(poll, `Part ${number}`, { survey_step_type: "info" });
    }
    const page = await pages.visit("/");
    await page.route(/\/options\?.*page=/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}`);
    const retry = page.getByRole("button", { name: "Try again" });
    await retry.waitFor();
    await page.unrouteAll();
    await retry.click();
    await atStep(page, "Part 1");
    await page.getByText("Step 1 of 21", { exact: true }).waitFor();
  });

  test("reads the first step alone while the visitor only looks, and all steps at the first sign of use", async () => {
    const poll = await newSurvey();
    for (const content of ["One", "Two", "Three", "Four"]) {
      await addInput(poll, await addStep(poll, content, { survey_step_type: "input" }), "text");
    }
    const page = await pages.visit("/");
    const read = new Set<string>();
    page.on("request", (request) => {
      const [, id] = /\/options\/([\w-]+)$/.exec(new URL(request.url()).pathname) ?? [];
      if (id !== undefined) read.add(id);
    });
    // The time that the page gives a glance stands still.
    await page.clock.install();
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}`);
    await atStep(page, "One");
    await page.evaluate("new Promise((done) => requestAnimationFrame(done))");
    expect(read.size).toBe(1);
    await page.keyboard.press("Control");
    await waitFor(async () => read.size === 4, { what: "all steps are read" });
  });

  test("has all steps on paper, with each choice to mark, and loses no text that is being typed", async () => {
    const poll = await newSurvey();
    const [first, second] = ["Your visits", "Your way"];
    await addInput(poll, await addStep(poll, first, { survey_step_type: "input" }), "text");
    const way = await addStep(poll, second, { survey_step_type: "input" });
    await addInput(poll, way, "select", { allowed_values: ["By bus", "On foot"] });
    await addInput(poll, way, "location");
    await addStep(poll, "Draw it", { survey_step_type: "drawing" });
    const food = await addStep(poll, "The food", {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::UpVote",
    });
    for (const content of ["Soup", "Rice"]) await addUnder(poll, food, content);
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByLabel("A text").fill("Often");
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.getByRole("heading", { name: "Rice" }).waitFor();
    const titles = page.getByRole("heading", { level: 2 });
    expect(await titles.allTextContents()).toEqual([first, second, "Draw it", "The food"]);
    expect(await page.getByRole("radio").count()).toBe(2);
    await page.getByLabel("On foot").waitFor();
    await page.getByRole("textbox", { name: "A location" }).waitFor();
    await page.locator("canvas.sheet").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("heading", { name: "Rice" }).waitFor({ state: "detached" });
    expect(await page.getByLabel("A text").inputValue()).toBe("Often");
  });

  test("prints all steps by the keys of the browser, as soon as they are read", async () => {
    const poll = await newSurvey();
    const titles = ["Your visits", "Your way", "Your wishes"];
    for (const title of titles) {
      await addInput(poll, await addStep(poll, title, { survey_step_type: "input" }), "text");
    }
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await atStep(page, "Your visits");
    const headings = page.getByRole("heading", { level: 2 });
    const paper = (event: string) => page.evaluate(`dispatchEvent(new Event('${event}'))`);
    await paper("beforeprint");
    await page.getByText("1 of 3", { exact: true }).waitFor();
    expect(await headings.allTextContents()).toEqual(["Your visits"]);
    await paper("afterprint");
    const printed = page.evaluate("new Promise((done) => { globalThis.print = done; })");
    await page.keyboard.press("Control+p");
    await printed;
    await paper("beforeprint");
    await page.getByRole("heading", { name: "Your wishes" }).waitFor();
    expect(await headings.allTextContents()).toEqual(titles);
  });

  test("answers by digits and goes on by Enter, but types digits into texts", async () => {
    const poll = await newSurvey();
    const values = { allowed_values: ["Tea", "Milk", "Rum"] };
    const drinks = await addStep(poll, "Drinks", { survey_step_type: "input" });
    const day = await addInput(poll, drinks, "radio", values);
    const spices = await addStep(poll, "Spices", { survey_step_type: "input" });
    const several = await addInput(poll, spices, "multi_select", values);
    const how = await addInput(poll, spices, "text");
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await atStep(page, "Drinks");
    // Nothing has the focus yet.
    await page.locator("body:focus, body:not(:has(:focus))").waitFor();
    await page.getByText("Enter", { exact: true }).waitFor();
    await page.keyboard.press("2");
    await page.getByLabel("Milk").and(page.locator(":focus:checked")).waitFor();
    await page.keyboard.press("9");
    await page.keyboard.press("Enter");
    // The heading has the focus: the digits are those of the first question.
    await page.getByRole("heading", { name: "Spices" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("3");
    await page.keyboard.press("1");
    await page.getByLabel("Tea").and(page.locator(":focus:checked")).waitFor();
    await page.getByLabel("A text").focus();
    await page.keyboard.type("12");
    expect(await page.getByLabel("Milk").isChecked()).toBe(false);
    await page.keyboard.press("Enter");
    await atStep(page, "Thank you!");
    expect(await votesOf(poll)).toEqual(
      new Map([
        [day.publicId, "Milk"],
        [several.publicId, '["Tea","Rum"]'],
        [how.publicId, "12"],
      ]),
    );
  });

  test("finds the button that goes on at the same place of a phone in each step", async () => {
    const poll = await newSurvey({ require_voter_name: true });
    await addStep(poll, "Welcome", { survey_step_type: "info" });
    const step = await addStep(poll, "Your visits", { survey_step_type: "input" });
    for (const input of ["text", "textarea", "date", "text"]) await addInput(poll, step, input);
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const button = page.locator("[type=submit]:visible");
    const placeOf = async () => {
      const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
      return [y, height];
    };
    await atStep(page, "Welcome");
    const first = await placeOf();
    const bottom = (page.viewportSize()?.height ?? 0) - first.reduce((sum, each) => sum + each, 0);
    expect(bottom).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThan(32);
    await next(page);
    await atStep(page, "Your visits");
    expect(await placeOf()).toEqual(first);
    await next(page);
    await page.getByLabel("Your name").waitFor();
    expect(await placeOf()).toEqual(first);
    expect(await barriersOf(page)).toEqual([]);
  });

  test("goes back by the page and by the browser, and takes another branch", async () => {
    const { poll } = await branchingSurvey();
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await next(page);
    await page.getByLabel("No", { exact: true }).click();
    await next(page);
    await atStep(page, "What you miss");
    await page.getByRole("button", { name: "Back" }).click();
    await atStep(page, "Your visits");
    await page.getByLabel("Yes", { exact: true }).click();
    await next(page);
    await atStep(page, "Why you come");
    await page.goBack();
    await atStep(page, "Your visits");
  });

  test("finds the answers again, and the thank-you page if everything is answered", async () => {
    const { poll } = await branchingSurvey();
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await next(page);
    await page.getByLabel("Yes", { exact: true }).click();
    await next(page);
    await page.getByLabel("A text").fill("The chairs");
    await page.getByLabel("A text").blur();
    await page.getByText("Saved").waitFor();
    await page.reload();
    await atStep(page, "Why you come");
    expect(await page.getByLabel("A text").inputValue()).toBe("The chairs");
    await next(page);
    await atStep(page, "Thank you!");
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}`);
    await atStep(page, "Thank you!");
    await page.getByRole("button", { name: "Change my answers" }).click();
    await atStep(page, "Welcome");
  });

  // Settings: thank_you_page, thank_you_page_data
  test.each([
    ["https://example.org/", 1],
    ["javascript:alert(1)", 0],
  ])("sees the maker's text on the thank-you page, with the link %s", async (link, links) => {
    const poll = await newSurvey({
      thank_you_page: true,
      thank_you_page_data: { title: "See you in May", text: "It was a pleasure.", link },
    });
    await addStep(poll, "Welcome", { survey_step_type: "info" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await finish(page);
    await atStep(page, "See you in May");
    await page.getByText("It was a pleasure.").waitFor();
    await haveCount(page.locator(".thanks p a"), links);
  });

  test("starts at the first step even if no step has a mandatory question", async () => {
    const poll = await newSurvey({ require_voter_name: true });
    await addStep(poll, "Welcome", { survey_step_type: "info" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await atStep(page, "Welcome");
    await next(page);
    await page.getByLabel("Your name").fill("Ada");
    await page.keyboard.press("Enter");
    await atStep(page, "Thank you!");
  });

  test("finds no accessibility violation in any state", async () => {
    const poll = await newSurvey({ require_voter_name: true });
    const inputs = await addStep(poll, "All kinds", { survey_step_type: "input" });
    const chosen = {
      allowed_values: ["Tea", "A very long word: Donaudampfschifffahrtsgesellschaft"],
    };
    for (const kind of ["text", "select", "radio", "multi_select", "checkbox", "datetime", "file"])
      await addInput(poll, inputs, kind, { mandatory: kind === "text", ...chosen });
    const matrix = await addStep(poll, "Rooms", {
      survey_step_type: "matrix",
      allowed_values: ["Bad", "Fair", "Good", "Excellent"],
    });
    await addUnder(poll, matrix, "Hall");
    const vote = await addStep(poll, "Stars", {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::RatingVote",
    });
    await addUnder(poll, vote, "Chairs");
    await addStep(poll, "Your room", { survey_step_type: "drawing" });

    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await atStep(page, "All kinds");
    await next(page);
    await page.getByText("Please answer this.").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("textbox", { name: "A text" }).fill("Words");
    await next(page);
    for (const name of ["Rooms", "Stars"]) {
      await atStep(page, name);
      expect([name, await barriersOf(page)]).toEqual([name, []]);
      await next(page);
    }
    await atStep(page, "Your room");
    expect(await barriersOf(page)).toEqual([]);
    await next(page);
    await page.getByLabel("Your name").fill("Ada");
    expect(await barriersOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await atStep(page, "Thank you!");
    expect(await barriersOf(page)).toEqual([]);
  });

  test("gets the page in German if the browser asks for it", async () => {
    const { poll } = await branchingSurvey();
    const page = await pages.visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await page.getByText("Schritt 1", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByLabel("Nein", { exact: true }).click();
    await page.getByText("Gespeichert").waitFor();
  });
});
