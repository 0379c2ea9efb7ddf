import { isDeepStrictEqual } from "node:util";
import type { Poll } from "@polls/domain/polls";
import { waitFor } from "@polls/testing";
import type { BrowserContextOptions } from "playwright-core";
import { type Pages, sharePages, shareSignIn, unlimited } from "./start-pages";

/** The admin page of polls, in the browser of their owner. A file of tests shares it. */
export function shareAdminPage() {
  const pages = sharePages({ rateLimiter: unlimited }, { KEEP_CLOSED_POLLS_DAYS: "365" });
  const storageState = shareSignIn(pages);
  const get = async (path: string) => (await pages.asOwner(`GET /api/v1/polls/${path}`)).body;
  const newPoll: Pages["newPoll"] = (settings, more) =>
    pages.newPoll(settings, { title: "Where shall we eat?", ...more });
  return {
    ...pages,
    storageState,
    newPoll,
    manage: ({ adminHash }: Poll, section = "", options: BrowserContextOptions = {}) =>
      pages.visit(`/p/${adminHash}/admin#${section}`, { storageState, ...options }),
    /** The poll, as the API shows it to the owner. */
    shown: ({ adminHash }: Poll) => get(adminHash),
    optionsOf: async ({ adminHash }: Poll): Promise<readonly string[]> => {
      const options = await get(`${adminHash}/options?sort=options.position+asc`);
      return options.map(({ content }: { readonly content: string }) => content);
    },
  };
}

/** Waits until `read` returns the expected value. */
export const become = (expected: unknown, read: () => Promise<unknown>) =>
  waitFor(async () => isDeepStrictEqual(await read(), expected), {
    what: JSON.stringify(expected),
  });
