import type { Poll } from "@polls/domain/polls";
import { buildOption, type PollFacts, waitFor } from "@polls/testing";
import type { Locator, Page } from "playwright-core";
import { sharePages } from "./start-pages";

type Settings = Readonly<Record<string, unknown>>;

/** The pages of polls with these options and settings. A file of tests shares them. */
export function shareVotingPages(contents: readonly string[], ofAll: Settings = {}) {
  const pages = sharePages();
  const valuesOf = async ({ adminHash }: Poll): Promise<readonly unknown[]> => {
    const { body } = await pages.asOwner(`GET /api/v1/polls/${adminHash}/votes`);
    return body.map(({ vote }: { readonly vote: unknown }) => vote).sort();
  };
  return {
    pages,
    newPoll: async (settings: Settings = {}, more: PollFacts = {}): Promise<Poll> => {
      const poll = await pages.newPoll(
        { ...ofAll, ...settings },
        { title: "Where shall we eat?", ...more },
      );
      for (const content of contents) await buildOption(pages.gateway.db, poll, { content });
      return poll;
    },
    /** The values of all votes, sorted. */
    valuesOf,
    /** Waits until a poll has these votes. */
    become: (poll: Poll, votes: readonly unknown[]) =>
      waitFor(async () => JSON.stringify(await valuesOf(poll)) === JSON.stringify(votes), {
        what: `the votes ${JSON.stringify(votes)}`,
      }),
  };
}

/** The option of a voting page that has this text. */
export const option = (page: Page, text: string): Locator =>
  page.locator("li.option", { hasText: text });

/** Types into a field, and leaves it. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}
