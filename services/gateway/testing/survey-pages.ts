import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { sharePages } from "./start-pages";

type Settings = Readonly<Record<string, unknown>>;

/** The pages of surveys, with builders of their steps. A file of tests shares them. */
export function shareSurveyPages() {
  const pages = sharePages();
  const add = (poll: Poll, facts: Parameters<typeof buildOption>[2]) =>
    buildOption(pages.gateway.db, poll, facts);
  const addUnder = (
    poll: Poll,
    parent: Option,
    content: string,
    more: Parameters<typeof buildOption>[2] = {},
  ) => add(poll, { type: "Options::TextOption", parent, content, ...more });
  const newSurvey = (settings: Settings = {}) =>
    pages.newPoll(settings, { type: "Polls::Survey", title: "Our library" });
  const addStep = (poll: Poll, content: string, settings: Settings, data?: Settings) =>
    add(poll, {
      type: "Options::SurveyStep",
      content,
      settings,
      ...(data !== undefined && { data }),
    });
  const addInput = (poll: Poll, parent: Option, inputType: string, settings: Settings = {}) =>
    addUnder(poll, parent, `A ${inputType}`, {
      type: "Options::InputOption",
      inputType,
      settings,
    });

  /**
   * A survey that asks for the frequency of visits first. Frequent visitors are then asked why they
   * come, others what is missing.
   */
  async function branchingSurvey(settings: Settings = {}) {
    const poll = await newSurvey(settings);
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

  return { pages, newSurvey, branchingSurvey, addStep, addUnder, addInput };
}

export const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();
export const finish = (page: Page) => page.getByRole("button", { name: "Finish" }).click();
export const atStep = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
