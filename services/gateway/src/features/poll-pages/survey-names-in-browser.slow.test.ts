// Covers docs/reference/pages.md: surveys-on-pages

import { waitFor } from "@polls/testing";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { atStep, finish, next, shareSurveyPages } from "../../../testing/survey-pages";

describeWithBrowser("a person in a survey that asks who takes part", () => {
  const { pages, newSurvey, branchingSurvey, addStep, addInput } = shareSurveyPages();
  const { votesOf } = pages;

  /** Two steps of a text each, in a survey that asks for a name and a town. */
  async function namedSurvey(settings: Readonly<Record<string, unknown>> = {}) {
    const poll = await newSurvey({
      require_voter_name: true,
      additional_attributes: {
        1: { title: "Town", type: "text", required: true, allowed_values: [] },
      },
      ...settings,
    });
    const first = await addStep(poll, "About you", { survey_step_type: "input" });
    const job = await addInput(poll, first, "text");
    const last = await addStep(poll, "About the day", { survey_step_type: "input" });
    const day = await addInput(poll, last, "textarea");
    return { poll, job, day };
  }
  const people = async ({ adminHash }: { readonly adminHash: string }) =>
    (await pages.asOwner(`GET /api/v1/polls/${adminHash}/voters`)).body;

  test("is asked for the name and the fields once, on a card after the last step, and loses no answer", async () => {
    const { poll, job, day } = await namedSurvey();
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await page.getByText("Step 1 of 3", { exact: true }).waitFor();
    await page.getByLabel("A text").fill("Cook");
    await next(page);
    await atStep(page, "About the day");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByLabel("A textarea").fill("Sunny");
    await page.getByLabel("A textarea").blur();
    await page.reload();
    await atStep(page, "About the day");
    expect(await page.getByLabel("A textarea").inputValue()).toBe("Sunny");
    expect(await people(poll)).toEqual([]);
    await next(page);
    await page.getByText("Step 3 of 3", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "About you" }).waitFor();
    await page.getByLabel("Your name").and(page.locator(":focus")).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "About you" }).waitFor();
    await page.goBack();
    await atStep(page, "About the day");
    await page.goForward();
    await page.getByText("Step 3 of 3", { exact: true }).waitFor();
    await page.getByLabel("Your name").and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await atStep(page, "About the day");
    expect(await page.getByText("Not saved").count()).toBe(0);
    await next(page);
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Town").fill("Rome");
    await finish(page);
    await atStep(page, "Thank you!");
    expect(await votesOf(poll)).toEqual(
      new Map([
        [job.publicId, "Cook"],
        [day.publicId, "Sunny"],
      ]),
    );
    expect(await people(poll)).toMatchObject([{ user_name: "Ada", complete: true }]);
    await page.goBack();
    await atStep(page, "About the day");
  });

  test("is led to an answer that is refused when all are sent", async () => {
    const { poll, job, day } = await namedSurvey();
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await page.getByLabel("A text").fill("Cook");
    await next(page);
    await page.getByLabel("A textarea").fill("Sunny");
    await next(page);
    await pages.gateway.db.prisma.option.update({
      where: { publicId: job.publicId },
      data: { inputType: "number" },
    });
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Town").fill("Rome");
    await finish(page);
    await atStep(page, "About you");
    await page.locator(".state.failed").getByText("That was not saved.").waitFor();
    expect(await votesOf(poll)).toEqual(new Map([[day.publicId, "Sunny"]]));
    expect(await people(poll)).toMatchObject([{ user_name: "Ada", complete: false }]);
  });

  test("is not held by a refused answer of a step that is skipped", async () => {
    const { poll, reason, often, wish } = await branchingSurvey({ require_voter_name: true });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await next(page);
    await page.getByLabel("Yes", { exact: true }).click();
    await next(page);
    await page.getByLabel("A text").fill("The books");
    await page.getByRole("button", { name: "Back" }).click();
    await atStep(page, "Your visits");
    await page.getByLabel("No", { exact: true }).click();
    await next(page);
    await page.getByLabel("A textarea").fill("Light");
    await next(page);
    await pages.gateway.db.prisma.option.update({
      where: { publicId: reason.publicId },
      data: { inputType: "number" },
    });
    await page.getByLabel("Your name").fill("Ada");
    await finish(page);
    await atStep(page, "Thank you!");
    expect(await votesOf(poll)).toEqual(
      new Map<string, unknown>([
        [often.publicId, -1],
        [wish.publicId, "Light"],
      ]),
    );
  });

  test("answers to the end in one tab: answers that wait in another one do not replace them", async () => {
    const { poll, job, day } = await namedSurvey();
    const first = await pages.visit(`/p/${poll.memberHash}`);
    await first.getByLabel("A text").fill("Cook");
    await next(first);
    await atStep(first, "About the day");
    const second = await first.context().newPage();
    await second.goto(`${pages.gateway.url}/p/${poll.memberHash}`);
    await second.getByLabel("A text").fill("Baker");
    await next(second);
    await second.getByLabel("A textarea").fill("Sunny");
    await next(second);
    await second.getByLabel("Your name").fill("Ada");
    await second.getByLabel("Town").fill("Rome");
    await finish(second);
    await atStep(second, "Thank you!");
    await first.bringToFront();
    await first.getByRole("button", { name: "Back" }).click();
    await atStep(first, "About you");
    const shown = () => first.getByLabel("A text").inputValue();
    await waitFor(async () => (await shown()) === "Baker", { what: "the answer of the other tab" });
    expect(await votesOf(poll)).toEqual(
      new Map([
        [job.publicId, "Baker"],
        [day.publicId, "Sunny"],
      ]),
    );
  });

  test("is asked before the first answer where not everyone may take part", async () => {
    const { poll, job } = await namedSurvey();
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { password: "open sesame" },
    });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByText("Step 1 of 2", { exact: true }).waitFor();
    await page.getByLabel("A text").fill("Cook");
    // As long as a finger holds a button down.
    await page.getByRole("button", { name: "Next" }).click({ delay: 150 });
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Password").fill("open sesame");
    await sheet.getByLabel("Your name").fill("Ada");
    await sheet.getByLabel("Town").fill("Rome");
    await page.keyboard.press("Enter");
    await atStep(page, "About the day");
    expect(await votesOf(poll)).toEqual(new Map([[job.publicId, "Cook"]]));
  });
});
