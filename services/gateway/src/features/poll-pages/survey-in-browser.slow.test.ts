// Covers docs/reference/pages.md: surveys-on-pages

import type { Poll } from "@polls/domain/polls";
import { buildOption, waitFor } from "@polls/testing";
import type { Page } from "playwright-core";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";

describeWithBrowser("a person in a survey", () => {
  const pages = sharePages();

  const newSurvey = (settings: Readonly<Record<string, unknown>> = {}) =>
    pages.newPoll(settings, { type: "Polls::Survey", title: "Our library" });

  const addStep = (
    poll: Poll,
    content: string,
    settings: Readonly<Record<string, unknown>>,
    data?: Readonly<Record<string, unknown>>,
  ) =>
    buildOption(pages.gateway.db, poll, {
      type: "Options::SurveyStep",
      content,
      settings,
      ...(data !== undefined && { data }),
    });

  const addUnder = (
    poll: Poll,
    parent: Awaited<ReturnType<typeof addStep>>,
    content: string,
    more: Parameters<typeof buildOption>[2] = {},
  ) =>
    buildOption(pages.gateway.db, poll, { type: "Options::TextOption", parent, content, ...more });

  const addInput = (
    poll: Poll,
    parent: Awaited<ReturnType<typeof addStep>>,
    inputType: string,
    settings: Readonly<Record<string, unknown>> = {},
  ) =>
    addUnder(poll, parent, `A ${inputType}`, {
      type: "Options::InputOption",
      inputType,
      settings,
    });

  const votesOf = async (poll: Poll): Promise<ReadonlyMap<string, unknown>> => {
    const { body } = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/votes?per_page=100`);
    return new Map(
      body.map((vote: { readonly option_id: string; readonly vote: unknown }) => [
        vote.option_id,
        vote.vote,
      ]),
    );
  };

  const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();
  const finish = (page: Page) => page.getByRole("button", { name: "Finish" }).click();
  const atStep = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();

  /**
   * A survey that asks for the frequency of visits first. Frequent visitors are then asked why they
   * come, others what is missing.
   */
  async function branchingSurvey() {
    const poll = await newSurvey();
    await addStep(poll, "Welcome", { survey_step_type: "info" });
    const visits = await addStep(poll, "Your visits", {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::BooleanVote",
      require_vote: true,
    });
    const often = await addUnder(poll, visits, "Do you come often?");
    const rule = (vote: number) => ({
      branch: {
        rules: [{ when: { option_id: often.publicId, vote }, action: "show" }],
      },
    });
    const why = await addStep(poll, "Why you come", { survey_step_type: "input" }, rule(1));
    const reason = await addInput(poll, why, "text");
    const missing = await addStep(poll, "What you miss", { survey_step_type: "input" }, rule(-1));
    const wish = await addInput(poll, missing, "textarea", { mandatory: true });
    return { poll, often, reason, wish };
  }

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

  test("completes a survey on a phone, by the branch of the answers", async () => {
    const { poll, often, wish } = await branchingSurvey();
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await atStep(page, "Welcome");
    await page.getByText("Step 1 of 4").waitFor();
    await next(page);
    await atStep(page, "Your visits");

    await next(page);
    await page.getByText("Something is missing here.").waitFor();
    await page.getByLabel("No", { exact: true }).click();
    await next(page);
    await atStep(page, "What you miss");
    await page.getByText("Step 3 of 3").waitFor();

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
    await page.getByText("Step 1 of 21").waitFor();
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
    await page.getByRole("button", { name: "Look at my answers" }).click();
    await atStep(page, "Welcome");
  });

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

  test("keeps over a reload a text that is being typed, and a drawing that is not saved", async () => {
    const poll = await newSurvey();
    const step = await addStep(poll, "About you", { survey_step_type: "input" });
    const wish = await addInput(poll, step, "textarea");
    await addStep(poll, "Your room", { survey_step_type: "drawing" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await page.getByLabel("A textarea").fill("More chairs");
    await page.reload();
    await page.getByText("Saved").waitFor();
    expect(await page.getByLabel("A textarea").inputValue()).toBe("More chairs");
    expect(await votesOf(poll)).toEqual(new Map([[wish.publicId, "More chairs"]]));
    await next(page);
    const sheet = page.locator("canvas");
    await sheet.click();
    const undo = page.getByRole("button", { name: "Remove the last line" });
    expect(await undo.isEnabled()).toBe(true);
    const shown = (): Promise<unknown> =>
      page.evaluate("document.querySelector('canvas').toDataURL()");
    const drawn = await shown();
    await page.reload();
    await undo.and(page.locator(":enabled")).waitFor();
    expect(await shown()).toBe(drawn);
    await finish(page);
    await atStep(page, "Thank you!");
  });

  test("starts at the first step even if no step has a mandatory question", async () => {
    const poll = await newSurvey({ require_voter_name: true });
    await addStep(poll, "Welcome", { survey_step_type: "info" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await atStep(page, "Welcome");
    await finish(page);
    await page.getByLabel("Your name").fill("Ada");
    await page.keyboard.press("Enter");
    await atStep(page, "Thank you!");
  });

  test("continues with the press that left a text field, once the name is given", async () => {
    const poll = await newSurvey({ require_voter_name: true });
    const first = await addStep(poll, "About you", { survey_step_type: "input" });
    const job = await addInput(poll, first, "text");
    const last = await addStep(poll, "About the day", { survey_step_type: "input" });
    await addInput(poll, last, "textarea");
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByLabel("A text").fill("Cook");
    // As long as a finger holds a button down.
    await page.getByRole("button", { name: "Next" }).click({ delay: 150 });
    await page.getByLabel("Your name").fill("Ada");
    await page.keyboard.press("Enter");
    await atStep(page, "About the day");
    expect(await votesOf(poll)).toEqual(new Map([[job.publicId, "Cook"]]));
  });

  test("continues with the press that left a corrected text field", async () => {
    const poll = await newSurvey();
    const first = await addStep(poll, "About you", { survey_step_type: "input" });
    const email = await addInput(poll, first, "email");
    const last = await addStep(poll, "About the day", { survey_step_type: "input" });
    await addInput(poll, last, "textarea");
    const page = await pages.visit(`/p/${poll.memberHash}`, {
      viewport: { width: 360, height: 700 },
    });
    const field = page.locator(`[data-option="${email.publicId}"]`);
    await field.getByRole("textbox").fill("ada");
    await page.getByRole("button", { name: "Next" }).click({ delay: 150 });
    await page.getByText("Please enter an e-mail address").waitFor();
    await field.getByRole("textbox").fill("ada@example.org");
    await page.getByRole("button", { name: "Next" }).click({ delay: 150 });
    await atStep(page, "About the day");
    expect(await votesOf(poll)).toEqual(new Map([[email.publicId, "ada@example.org"]]));
  });

  test("answers all kinds of inputs with the keyboard and a file", async () => {
    const poll = await newSurvey();
    const step = await addStep(poll, "All kinds", { survey_step_type: "input" });
    const chosen = { allowed_values: ["Tea", "Milk", "Rum"] };
    const kinds = [
      ["text", {}, "One line"],
      ["textarea", {}, "Two\nlines"],
      ["email", {}, "ada@example.org"],
      ["url", {}, "https://example.org/"],
      ["select", chosen, "Milk"],
      ["radio", chosen, "Tea"],
      ["multi_select", chosen, '["Tea","Rum"]'],
      ["checkbox", {}, "true"],
      ["number", {}, "-12"],
      ["number_float", {}, "1.5"],
      ["date", {}, "2030-06-15"],
      ["datetime", {}, "2030-06-15T10:30"],
      ["location", {}, "52.52, -13.4"],
    ] as const;
    const ids = new Map<string, string>();
    for (const [kind, settings] of kinds) {
      ids.set(kind, (await addInput(poll, step, kind, settings)).publicId);
    }
    const file = await addInput(poll, step, "file", { mandatory: true });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await atStep(page, "All kinds");

    const field = (kind: string) => page.locator(`[data-option="${ids.get(kind)}"]`);
    await field("text").getByRole("textbox").fill("One line");
    await field("textarea").getByRole("textbox").fill("Two\nlines");
    await field("email").getByRole("textbox").fill("ada");
    await page.keyboard.press("Tab");
    await page.getByText("Please enter an e-mail address").waitFor();
    await field("email").getByRole("textbox").fill("ada@example.org");
    await field("url").getByRole("textbox").fill("https://example.org/");
    await field("select").getByRole("combobox").selectOption("Milk");
    await field("radio").getByLabel("Tea").check();
    await field("multi_select").getByLabel("Rum").check();
    await field("multi_select").getByLabel("Tea").check();
    await field("checkbox").getByRole("checkbox").check();
    await field("number").getByRole("textbox").fill("-12");
    await field("number_float").getByRole("textbox").fill("1,5");
    await field("date").locator("input").fill("2030-06-15");
    await field("datetime").locator("input").fill("2030-06-15T10:30");
    await field("location").getByLabel("Latitude").fill("91");
    await page.keyboard.press("Tab");
    await page.getByText("Please enter a latitude from -90 to 90").waitFor();
    await field("location").getByLabel("Latitude").fill("52,52");
    await field("location").getByLabel("Longitude").fill("-13.4");

    await finish(page);
    await page.getByText("Please answer this.").waitFor();
    const sheet = Buffer.from("%PDF-1.4\n%%EOF\n");
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: sheet });
    await page.getByText("Your file: plan.pdf").waitFor();
    await finish(page);
    await atStep(page, "Thank you!");

    const votes = await votesOf(poll);
    expect(kinds.map(([kind]) => [kind, votes.get(ids.get(kind) ?? "")])).toEqual(
      kinds.map(([kind, , text]) => [kind, text]),
    );
    const { body } = await pages.asOwner(
      `GET /api/v1/polls/${poll.adminHash}/options/${votes.get(file.publicId)}`,
    );
    expect(body).toMatchObject({ type: "Options::FileOption", content: "plan.pdf" });
  });

  test("answers a matrix, draws by pointer, and replaces the drawing", async () => {
    const poll = await newSurvey();
    const matrix = await addStep(poll, "Rooms", {
      survey_step_type: "matrix",
      require_vote: true,
      allowed_values: ["Bad", "Fair", "Good"],
    });
    const hall = await addUnder(poll, matrix, "Hall");
    const step = await addStep(poll, "Your room", {
      survey_step_type: "drawing",
      require_vote: true,
    });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByRole("group", { name: "Hall" }).getByLabel("Good").check({ force: true });
    await next(page);
    await atStep(page, "Your room");
    await finish(page);
    await page.getByText("Something is missing here.").waitFor();

    const drawings = async () =>
      (
        await pages.asOwner(
          `GET /api/v1/polls/${poll.adminHash}/options?parent_option_id=${step.publicId}`,
        )
      ).body;
    const drawLine = async () => {
      await page.locator("canvas").scrollIntoViewIfNeeded();
      const box = await page.locator("canvas").boundingBox();
      if (box === null) throw new Error("the page has no sheet to draw on");
      await page.mouse.move(box.x + 30, box.y + 30);
      await page.mouse.down();
      await page.mouse.move(box.x + 120, box.y + 90, { steps: 4 });
      await page.mouse.up();
    };
    await drawLine();
    await finish(page);
    await atStep(page, "Thank you!");
    expect(await votesOf(poll)).toEqual(new Map([[hall.publicId, 3]]));
    const [first, ...others] = await drawings();
    expect([first.type, others.length]).toEqual(["Options::DrawingOption", 0]);

    await page.goBack();
    await page.getByText("Your drawing is saved.").waitFor();
    await drawLine();
    await page.getByRole("button", { name: "Save the drawing" }).click();
    await page.getByText("Uploaded").waitFor();
    expect((await drawings()).map(({ id }: { readonly id: string }) => id)).toEqual([first.id]);
  });

  test("sees the vote on an option that is no longer offered in its step, and takes it back", async () => {
    const poll = await newSurvey();
    const settings = {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::UpVote",
      survey_step_vote_limit_per_voter: 1,
    };
    const drinks = await addStep(poll, "Drinks", settings);
    const tea = await addUnder(poll, drinks, "Tea");
    const water = await addUnder(poll, drinks, "Water");
    const meals = await addStep(poll, "Meals", settings);
    await addUnder(poll, meals, "Soup");
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const vote = (name: string, checked: boolean) =>
      page.getByRole("radio", { name: `Vote: ${name}`, exact: true, checked });
    await atStep(page, "Drinks");
    await vote("Tea", false).click();
    await page.getByText("Saved").waitFor();
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}/options/${tea.publicId}`, {
      option: { archived: true },
    });
    await page.reload();
    await page.getByText("No longer offered").waitFor();
    expect(await vote("Tea", true).isDisabled()).toBe(true);
    expect(await barriersOf(page)).toEqual([]);
    await vote("Water", false).click();
    await page.getByText("Saved").waitFor();
    await next(page);
    await vote("Soup", false).waitFor();
    expect(await page.getByText("No longer offered").count()).toBe(0);
    await page.goBack();
    await page.getByRole("button", { name: "Remove my vote: Tea" }).click();
    await waitFor(async () => (await votesOf(poll)).size === 1, { what: "one vote" });
    expect(await votesOf(poll)).toEqual(new Map([[water.publicId, 1]]));
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
    await page.getByLabel("Your name").fill("Ada");
    expect(await barriersOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    for (const name of ["Rooms", "Stars"]) {
      await atStep(page, name);
      expect([name, await barriersOf(page)]).toEqual([name, []]);
      await next(page);
    }
    await atStep(page, "Your room");
    expect(await barriersOf(page)).toEqual([]);
    await finish(page);
    await atStep(page, "Thank you!");
    expect(await barriersOf(page)).toEqual([]);
  });

  test("gets the page in German if the browser asks for it", async () => {
    const { poll } = await branchingSurvey();
    const page = await pages.visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await page.getByText("Schritt 1 von 4").waitFor();
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByLabel("Nein", { exact: true }).click();
    await page.getByText("Gespeichert").waitFor();
  });
});
