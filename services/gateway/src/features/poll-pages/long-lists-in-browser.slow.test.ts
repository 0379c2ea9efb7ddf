// Covers docs/reference/pages.md: lists-on-pages

import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";
import { storeVotes } from "../../../testing/store-votes";

const MANY = 10_000;

describeWithBrowser("a person with a long list", () => {
  const pages = sharePages();

  async function pollOf(
    options: number,
    settings: Readonly<Record<string, unknown>> = {},
  ): Promise<Poll> {
    const poll = await pages.newPoll({ vote_type: "Votes::UpVote", ...settings });
    await pages.gateway.db.prisma.$executeRaw`
      INSERT INTO options (public_id, poll_id, type, content, position, settings, additional_attributes)
      SELECT ${poll.memberHash} || n, ${poll.id}, 'Options::TextOption',
        'Choice ' || n || CASE WHEN n % 7 = 0 THEN ' ' || repeat('which is told at length ', 20) ELSE '' END,
        n, '{}', '{}'
      FROM generate_series(1, ${options}::int) n`;
    return poll;
  }

  const entry = (page: Page, number: number) =>
    page
      .locator("li.option")
      .filter({ has: page.getByRole("heading", { name: new RegExp(`^Choice ${number}\\b`) }) });

  /** The time from the arrival of the data to the first visible option. */
  const firstOptionMs = (page: Page) =>
    page.evaluate<number>(`new Promise((resolve) => {
      const tell = () => requestAnimationFrame(() => resolve(performance.now()));
      if (document.querySelector("li.option")) tell();
      else new MutationObserver((_, observer) => {
        if (!document.querySelector("li.option")) return;
        observer.disconnect();
        tell();
      }).observe(document, { childList: true, subtree: true });
    }).then((shown) => shown - performance.getEntriesByType("navigation")[0].responseEnd)`);

  test("sees the first of 10,000 options within 200 ms after the data arrive, and few are in the document", async () => {
    const poll = await pollOf(MANY);
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const times: number[] = [];
    for (let load = 0; load < 5; load++) {
      await page.goto(`${pages.gateway.url}/p/${poll.memberHash}`, { waitUntil: "commit" });
      times.push(await firstOptionMs(page));
    }
    expect(Math.min(...times)).toBeLessThan(200);
    expect(await page.locator("li.option").count()).toBeLessThan(60);
    expect(await entry(page, 1).getAttribute("aria-setsize")).toBe(String(MANY));
    expect(await entry(page, 1).getAttribute("aria-posinset")).toBe("1");
  });

  test("scrolls to the end of 10,000 options, votes there, and finds the vote after scrolling back", async () => {
    const poll = await pollOf(MANY);
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await entry(page, 1).waitFor();
    await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
    await entry(page, MANY).waitFor();
    await entry(page, MANY).getByRole("checkbox").click();
    await entry(page, MANY).getByText("Saved").waitFor();
    expect(await page.locator("li").count()).toBeLessThan(80);
    await entry(page, MANY).getByRole("checkbox").blur();
    await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight / 2)");
    await entry(page, MANY).waitFor({ state: "detached" });
    await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
    await entry(page, MANY).waitFor();
    await entry(page, MANY).getByRole("checkbox", { checked: true }).waitFor();
  });

  test("scrolls through 10,000 options without a long frame", async () => {
    const poll = await pollOf(MANY);
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await entry(page, 1).waitFor();
    const frames = await page.evaluate<readonly number[]>(`new Promise((resolve) => {
      const frames = [];
      let last = performance.now();
      const step = (now) => {
        frames.push(now - last);
        last = now;
        window.scrollBy(0, 400);
        if (frames.length < 120) requestAnimationFrame(step);
        else resolve(frames.slice(1));
      };
      requestAnimationFrame(step);
    })`);
    const sorted = [...frames].sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(50);
    expect(await page.locator("li").count()).toBeLessThan(120);
  });

  test("moves through options by the keyboard, and the focused one stays in the document", async () => {
    const poll = await pollOf(300);
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await entry(page, 1).getByRole("checkbox").focus();
    for (let at = 2; at <= 130; at++) {
      await page.keyboard.press("Tab");
      await entry(page, at + 1).waitFor();
    }
    await entry(page, 130).getByRole("checkbox").and(page.locator(":focus")).waitFor();
    await page.evaluate("window.scrollTo(0, 0)");
    await entry(page, 1).waitFor();
    await page.locator(":focus").waitFor();
  });

  test("reads on paper how many options of a list that is not loaded yet are printed", async () => {
    const poll = await pollOf(300);
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await entry(page, 1).waitFor();
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const note = page.getByText(/^\d+ of 300$/);
    await note.waitFor();
    const printed = await page.locator("li.option").count();
    expect(await note.textContent()).toBe(`${printed} of 300`);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await note.waitFor({ state: "detached" });
  });

  test("sees a cup at each of the best options of a closed poll, also far down", async () => {
    const { db } = pages.gateway;
    const poll = await pollOf(150);
    const best = await db.prisma.option.findMany({
      where: { pollId: poll.id, position: { in: [1, 150] } },
    });
    await storeVotes(
      db,
      poll,
      best.map((on) => ({ on, value: 1 })),
    );
    await db.prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await entry(page, 1).locator(".outcome.best").waitFor();
    await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
    await entry(page, 150).locator(".outcome.best").waitFor();
    expect(await entry(page, 149).locator(".outcome.best").count()).toBe(0);
  });

  test("searches and sorts a list, including options that are not loaded yet", async () => {
    const poll = await pollOf(300);
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await entry(page, 1).waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("choice 29");
    await page.getByText("11 found").waitFor();
    await entry(page, 299).waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await page.getByLabel("Order").selectOption("In alphabetical order");
    await entry(page, 10).waitFor();
    await page.getByLabel("Order").selectOption("Default order");
    await entry(page, 2).waitFor();
  });

  test("sees no search and no sort if the poll does not allow them", async () => {
    const poll = await pollOf(10, { allow_search: false, allow_change_sort: false });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await entry(page, 1).waitFor();
    expect(await page.getByRole("search").count()).toBe(0);
  });

  test("finds options in a category, below its heading", async () => {
    const poll = await pages.newPoll({ vote_type: "Votes::UpVote" });
    for (const name of ["Soups", "Cakes"]) {
      const parent = await buildOption(pages.gateway.db, poll, {
        type: "Options::OptionCategory",
        content: name,
      });
      for (const taste of ["Carrot", "Leek", "Plum"]) {
        await buildOption(pages.gateway.db, poll, { content: `${taste} of ${name}`, parent });
      }
    }
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByRole("searchbox").fill("plum of cakes");
    await page.getByText("1 found").waitFor();
    await page.getByRole("heading", { name: "Plum of Cakes" }).waitFor();
    await haveCount(page.getByRole("heading", { name: "Leek of Cakes" }), 0);
    await page.getByRole("searchbox").fill("soups");
    await page.getByRole("heading", { name: "Leek of Soups" }).waitFor();
  });

  test("finds no accessibility violation in a long list", async () => {
    const poll = await pollOf(200, { vote_type: "Votes::RatingVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await entry(page, 1).waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
