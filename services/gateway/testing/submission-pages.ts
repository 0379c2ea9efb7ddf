import type { Page } from "playwright-core";
import { sharePages } from "./start-pages";

/** The pages of polls to which participants add options. A file of tests shares them. */
export function shareSubmissionPages() {
  const pages = sharePages();
  return {
    pages,
    newPoll: (type: string, settings: Readonly<Record<string, unknown>> = {}) =>
      pages.newPoll(
        { allow_new_options: true, ...settings },
        { type: `Polls::${type}`, title: "Ideas for the park" },
      ),
    optionsIn: async (adminHash: string) =>
      (await pages.asOwner(`GET /api/v1/polls/${adminHash}/options`)).body,
  };
}

export const begin = (page: Page) => page.getByRole("button", { name: /^Submit an/ }).click();
export const submit = (page: Page) =>
  page.getByRole("button", { name: "Submit", exact: true }).click();
