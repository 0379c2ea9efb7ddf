// Covers docs/reference/pages.md: surveys-on-pages

import { waitFor } from "@polls/testing";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { atStep, finish, next, shareSurveyPages } from "../../../testing/survey-pages";

describeWithBrowser("a person who answers a survey", () => {
  const { pages, newSurvey, addStep, addUnder, addInput } = shareSurveyPages();
  const { votesOf } = pages;

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
    await undo.and(page.locator(":not([aria-disabled=true])")).waitFor();
    expect(await shown()).toBe(drawn);
    await finish(page);
    await atStep(page, "Thank you!");
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
    await field("location").getByText("Enter coordinates").click();
    await field("location").getByLabel("Coordinates").fill("91, 0");
    await page.keyboard.press("Tab");
    await page.getByText("Please enter a latitude from -90 to 90").waitFor();
    await field("location").getByLabel("Coordinates").fill("52,52; -13.4");
    await field("location").getByText("52.52° N, 13.4° W").waitFor();

    await finish(page);
    await page.getByText("Please answer this.").waitFor();
    const sheet = Buffer.from("%PDF-1.4\n%%EOF\n");
    await page
      .getByLabel("A file *: Choose a file")
      .setInputFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: sheet });
    await page.getByText("Your file: plan.pdf").waitFor();
    await page.getByText("Choose another file").waitFor();
    // The sign stands beside the question, not beside the title of its step.
    const sign = "getComputedStyle(document.querySelector('.step > h2'), '::after').content";
    expect(await page.evaluate(sign)).toBe("none");
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

  test("keeps the focus on the field of a file while that is sent, and sends no second one", async () => {
    const poll = await newSurvey();
    const step = await addStep(poll, "A plan", { survey_step_type: "input" });
    await addInput(poll, step, "file");
    const page = await pages.visit(`/p/${poll.memberHash}`);
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    let sent = 0;
    await page.route("**/options", async (route) => {
      if (route.request().method() === "POST") {
        sent++;
        await held;
      }
      await route.continue();
    });
    const field = page.locator("input[type=file]");
    await field.focus();
    const choose = (name: string) =>
      field.setInputFiles({
        name,
        mimeType: "application/pdf",
        buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
      });
    await choose("plan.pdf");
    await page.locator("input[type=file][aria-disabled=true]:focus").waitFor();
    await choose("other.pdf");
    release();
    await page.getByText("Your file: plan.pdf").waitFor();
    await page.locator("input[type=file]:not([aria-disabled]):focus").waitFor();
    expect(sent).toBe(1);
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
});
