// Covers docs/reference/pages.md: looks

import { buildComment, buildOption, buildParticipant } from "@polls/testing";
import type { Locator, Page } from "playwright-core";
import { describeWithBrowser } from "../../../testing/check-pages";
import { narrowPhone, sharePages } from "../../../testing/start-pages";

interface Range {
  setStart(text: unknown, at: number): void;
  setEnd(text: unknown, at: number): void;
  getBoundingClientRect(): { readonly left: number };
}

/** Whether the last character of a text, or of a part, a mark of no direction, stands left of its first letter. */
const endsAtLeft = (element: Locator, part = ""): Promise<boolean> =>
  element.evaluate((node, part) => {
    const { document } = globalThis as unknown as { readonly document: { createRange(): Range } };
    const { firstChild: text } = node as { readonly firstChild: { readonly data: string } };
    const from = text.data.indexOf(part);
    const length = part.length || text.data.length;
    const leftOf = (at: number): number => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf(from + length - 1) < leftOf(from);
  }, part);

const hebrew = { title: "אוכל?", option: "מרק!", about: "טעים.", name: "דנה?" };
const english = { title: "Food?", option: "Soup!", about: "Good.", name: "Dana?" };

describeWithBrowser("a text of a person", () => {
  const pages = sharePages();

  /** The page in a direction, with the texts in the order of their places. */
  async function textsOf(
    texts: typeof hebrew,
    path: "" | "/results" = "",
    options = {},
  ): Promise<{ readonly page: Page; readonly hash: string; readonly option: string }> {
    const { db, url } = pages.gateway;
    const poll = await pages.newPoll(
      { allow_comments: true },
      { title: texts.title, description: texts.about },
    );
    const option = await buildOption(db, poll, {
      content: texts.option,
      description: texts.about,
      authorName: texts.name,
    });
    const writer = await buildParticipant(db, poll, { userName: texts.name });
    await buildComment(db, option, writer, { content: texts.about });
    const page = await pages.visit(`/p/${poll.memberHash}${path}`, { ...narrowPhone, ...options });
    return { page, hash: `${url}/p/${poll.memberHash}`, option: option.publicId };
  }

  test.each([
    ["Hebrew texts on a page from left to right", hebrew, "ltr", true],
    ["English texts on a page from right to left", english, "rtl", false],
  ] as const)("has the direction of its letters: %s", async (_what, texts, dir, atLeft) => {
    const { page, hash, option } = await textsOf(texts);
    const turn = () => page.evaluate(`document.documentElement.dir = "${dir}"`);
    await page.getByRole("heading", { name: texts.option }).waitFor();
    await turn();
    const found: Record<string, boolean> = {};
    const check = async (what: string, element: Locator) => {
      await element.waitFor();
      found[what] = await endsAtLeft(element);
    };
    await check("title", page.getByRole("heading", { name: texts.title }));
    await check("description", page.locator(".text", { hasText: texts.about }).first());
    await check("option", page.getByRole("heading", { name: texts.option }));
    found.author = await endsAtLeft(page.getByText("by "), texts.name);
    await page.goto(`${hash}/o/${option}`);
    await turn();
    await check("comment", page.locator(".comment .text"));
    await check("name", page.locator(".comment b"));
    expect(found).toEqual({
      title: atLeft,
      description: atLeft,
      option: atLeft,
      author: atLeft,
      comment: atLeft,
      name: atLeft,
    });
  });

  test("has its direction also without script", async () => {
    const { page } = await textsOf(hebrew, "", { javaScriptEnabled: false });
    expect(await endsAtLeft(page.locator("h1"))).toBe(true);
    expect(await endsAtLeft(page.locator("main .text"))).toBe(true);
  });
});
