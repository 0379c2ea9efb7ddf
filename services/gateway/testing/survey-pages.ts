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
  return {
    pages,
    newSurvey: (settings: Settings = {}) =>
      pages.newPoll(settings, { type: "Polls::Survey", title: "Our library" }),
    addStep: (poll: Poll, content: string, settings: Settings, data?: Settings) =>
      add(poll, {
        type: "Options::SurveyStep",
        content,
        settings,
        ...(data !== undefined && { data }),
      }),
    addUnder,
    addInput: (poll: Poll, parent: Option, inputType: string, settings: Settings = {}) =>
      addUnder(poll, parent, `A ${inputType}`, {
        type: "Options::InputOption",
        inputType,
        settings,
      }),
  };
}

export const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();
export const finish = (page: Page) => page.getByRole("button", { name: "Finish" }).click();
export const atStep = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
