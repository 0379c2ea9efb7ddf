// Covers docs/reference/pages.md: looks

import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describeWithBrowser } from "../../../testing/check-pages";
import { narrowPhone, sharePages, shareSignIn, unlimited } from "../../../testing/start-pages";

/** Texts of one visible character, between which no line breaks. */
const characters = [
  ["marks", `a${"\u0489".repeat(880)}`],
  ["an emoji of many persons", Array.from({ length: 300 }, () => "👩").join("\u200d")],
  ["a syllable of many consonants", "\u1100".repeat(880)],
] as const;

const types = ["Voting", "Collection", "PairwiseComparison", "Table", "Survey"] as const;

describeWithBrowser("a visible character of very many parts", () => {
  const pages = sharePages({ rateLimiter: unlimited });
  const storageState = shareSignIn(pages);

  const visit = (path: string, options: BrowserContextOptions = {}) =>
    pages.visit(path, { ...narrowPhone, ...options });

  async function pollOf(type: (typeof types)[number], text: string): Promise<Poll> {
    const { db } = pages.gateway;
    const poll = await pages.newPoll(
      { allow_new_options: type === "Collection" },
      { type: `Polls::${type}`, title: text },
    );
    const settings = { survey_step_type: "input" };
    if (type === "Survey") {
      const step = await buildOption(db, poll, { content: text, settings } as never);
      await buildOption(db, poll, {
        type: "Options::InputOption",
        content: text,
        parent: step,
        inputType: "text",
      });
    } else {
      for (const content of [text, "Soup"]) {
        await buildOption(db, poll, { content, description: text });
      }
    }
    await buildParticipant(db, poll, { userName: text });
    return poll;
  }

  const widthOf = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth");
  const screen = narrowPhone.viewport?.width;

  test.each(characters)("does not make a page scroll sideways: %s", async (_what, text) => {
    const widths: Record<string, number> = {};
    const page = await visit("/");
    for (const type of types) {
      const { memberHash } = await pollOf(type, text);
      for (const path of [`/p/${memberHash}`, `/p/${memberHash}/results`]) {
        await page.goto(pages.gateway.url + path);
        await page.locator("main :is(a, button)").first().waitFor();
        widths[`${type} ${path.split("/")[3] ?? ""}`] = await widthOf(page);
      }
    }
    expect(new Set(Object.values(widths))).toEqual(new Set([screen]));
  });

  test("does not make the pages of the owner scroll sideways", async () => {
    const [, text] = characters[0];
    const poll = await pollOf("Voting", text);
    const widths: Record<string, number> = {};
    for (const path of [
      "/polls",
      ...["", "#people", "#share"].map((part) => `/p/${poll.adminHash}/admin${part}`),
    ]) {
      const page = await visit(path, { storageState });
      await page.locator("main :is(a, button)").first().waitFor();
      widths[path] = await widthOf(page);
    }
    expect(new Set(Object.values(widths))).toEqual(new Set([screen]));
  });

  test("does not make a page without scripts scroll sideways", async () => {
    const [, text] = characters[0];
    const { memberHash } = await pollOf("Voting", text);
    const page = await visit(`/p/${memberHash}`, { javaScriptEnabled: false });
    await page.getByRole("heading").waitFor();
    expect(await page.locator("html").evaluate((root) => root.scrollWidth)).toBe(screen);
  });
});
