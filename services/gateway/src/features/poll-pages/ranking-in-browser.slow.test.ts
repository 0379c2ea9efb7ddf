import type { Poll } from "@polls/domain/polls";
import { buildOption, waitFor } from "@polls/testing";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { sharePages } from "../../../testing/start-pages";

describeWithBrowser("options are ranked by their handles", () => {
  const names = ["Soup", "Rice", "Cake", "Corn"];
  const pages = sharePages();

  async function visitNewPoll(look: BrowserContextOptions = {}, settings: object = {}) {
    const poll = await pages.newPoll({ vote_type: "Votes::RankedVote", ...settings });
    for (const content of names) await buildOption(pages.gateway.db, poll, { content });
    return { poll, page: await pages.visit(`/p/${poll.memberHash}`, look) };
  }

  const option = (page: Page, name: string) => page.locator("li.option", { hasText: name });
  const grip = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}` });
  const listed = (page: Page) => page.locator("li.option h2").allTextContents();

  /** Waits until the ranks 1, 2, 3 … are stored for these options. */
  async function expectRanks(poll: Poll, expected: readonly string[]): Promise<void> {
    const read = async (kind: "options" | "votes") =>
      (await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/${kind}`))
        .body as readonly Readonly<Record<"id" | "content" | "option_id" | "vote", string>>[];
    const nameOf = new Map((await read("options")).map(({ id, content }) => [id, content]));
    const wanted = expected.map((name, at) => [name, at + 1]);
    const stored = async () =>
      (await read("votes"))
        .map(({ option_id, vote }) => [nameOf.get(option_id), Number(vote)] as const)
        .toSorted(([, left], [, right]) => left - right);
    await waitFor(async () => JSON.stringify(await stored()) === JSON.stringify(wanted), {
      what: `the ranks ${expected}`,
    });
  }

  async function rankAll(page: Page): Promise<void> {
    for (const name of names) {
      await grip(page, name).press("ArrowUp");
      await option(page, name).getByText("Saved").waitFor();
    }
  }

  const middleOf = async (place: Locator) => {
    const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, ...nothing };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const nothing = { width: 0, height: 0 };

  const drags = {
    async mouse(page: Page, from: Locator, to: Locator) {
      const [start, end] = [await middleOf(from), await middleOf(to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 5 });
      await page.mouse.up();
    },
    async finger(page: Page, from: Locator, to: Locator) {
      const [start, end] = [await middleOf(from), await middleOf(to)];
      const session = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove", x: number, y: number) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
      await touch("touchStart", start.x, start.y);
      await touch("touchMove", (start.x + end.x) / 2, (start.y + end.y) / 2);
      await touch("touchMove", end.x, end.y);
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    },
  };

  test("by keyboard: the focus stays, and the last move is taken back", async () => {
    const { poll, page } = await visitNewPoll();
    await rankAll(page);
    await expectRanks(poll, names);
    await grip(page, "Corn").press("ArrowUp");
    await grip(page, "Corn").press("ArrowUp");
    await expectRanks(poll, ["Soup", "Corn", "Rice", "Cake"]);
    expect(await listed(page)).toEqual(["Soup", "Corn", "Rice", "Cake"]);
    const focused = await page.evaluate(`document.activeElement.getAttribute("aria-label")`);
    expect(focused).toBe("Move Corn");
    await page.getByText("Corn: position 2 of 4", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo: Corn" }).click();
    await expectRanks(poll, ["Soup", "Rice", "Corn", "Cake"]);
  });

  test.each([
    ["mouse", {}],
    ["finger", phone],
  ] as const)("by %s", async (by, look) => {
    const { poll, page } = await visitNewPoll(look);
    await rankAll(page);
    await drags[by](page, grip(page, "Cake"), option(page, "Soup"));
    await expectRanks(poll, ["Cake", "Soup", "Rice", "Corn"]);
    await drags[by](page, grip(page, "Cake"), option(page, "Rice"));
    await expectRanks(poll, ["Soup", "Rice", "Cake", "Corn"]);
    expect(await listed(page)).toEqual(["Soup", "Rice", "Cake", "Corn"]);
  });

  test("a taken rank that is chosen is given like one where the option is dropped", async () => {
    const { poll, page } = await visitNewPoll();
    const choose = async (name: string, rank: number, ranks: readonly string[]) => {
      await option(page, name).getByRole("combobox").selectOption(`Rank ${rank}`);
      await expectRanks(poll, ranks);
    };
    await choose("Soup", 1, ["Soup"]);
    await choose("Rice", 2, ["Soup", "Rice"]);
    await choose("Cake", 1, ["Cake", "Soup", "Rice"]);
    await choose("Cake", 3, ["Soup", "Rice", "Cake"]);
  });

  test("an option without a rank gets the rank where it is dropped", async () => {
    const { poll, page } = await visitNewPoll();
    for (const name of ["Soup", "Rice"]) {
      await grip(page, name).press("ArrowUp");
      await option(page, name).getByText("Saved").waitFor();
    }
    await drags.mouse(page, grip(page, "Corn"), option(page, "Soup"));
    await expectRanks(poll, ["Corn", "Soup", "Rice"]);
    expect(await listed(page)).toEqual(["Corn", "Soup", "Rice", "Cake"]);
  });

  const line = (page: Page) => page.locator(".options > :is(.option, .order-ends)");

  test("below a line stands what has no rank, and one press ranks it as it stands", async () => {
    const { poll, page } = await visitNewPoll(phone);
    expect(await page.getByText("Not ranked").count()).toBe(0);
    // What is pulled down gets no rank.
    await drags.finger(page, grip(page, "Soup"), option(page, "Cake"));
    await drags.finger(page, grip(page, "Corn"), option(page, "Soup"));
    await expectRanks(poll, ["Corn"]);
    await page.getByText("Not ranked").waitFor();
    expect((await line(page).allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
      ...["Corn", "Not ranked", "Soup", "Rice", "Cake"],
    ]);
    await drags.finger(page, grip(page, "Cake"), option(page, "Rice"));
    await expectRanks(poll, ["Corn", "Cake"]);
    await page.getByRole("button", { name: "Rank the rest as they stand" }).click();
    await expectRanks(poll, ["Corn", "Cake", "Soup", "Rice"]);
    await page.getByText("Not ranked").waitFor({ state: "detached" });
  });

  test("one press ranks no more than a participant may rank, and no rank above that is offered", async () => {
    const { poll, page } = await visitNewPoll(phone, { vote_limit_per_voter: 3 });
    await grip(page, "Corn").press("ArrowUp");
    await expectRanks(poll, ["Corn"]);
    const rest = page.locator(".order-ends");
    const ranks = option(page, "Cake").getByRole("option");
    expect(await ranks.allTextContents()).toEqual(["No rank", "Rank 1", "Rank 2", "Rank 3"]);
    await page.getByText("You can vote on 2 more options.").waitFor();
    await rest.getByRole("button", { name: "Rank the next 2 as they stand" }).click();
    await expectRanks(poll, ["Corn", "Soup", "Rice"]);
    await page.getByText("You have none left.").waitFor();
    expect(await rest.getByRole("button").count()).toBe(0);
  });

  test("an option that leaves the ranking, below the line or by a key, has no rank", async () => {
    const { poll, page } = await visitNewPoll();
    for (const name of ["Soup", "Rice", "Cake"]) {
      await grip(page, name).press("ArrowUp");
      await option(page, name).getByText("Saved").waitFor();
    }
    await drags.mouse(page, grip(page, "Soup"), option(page, "Corn"));
    await expectRanks(poll, ["Rice", "Cake"]);
    await grip(page, "Cake").press("ArrowDown");
    await expectRanks(poll, ["Rice"]);
    await page.getByRole("button", { name: "Undo: Cake" }).click();
    await expectRanks(poll, ["Rice", "Cake"]);
    await option(page, "Rice").getByRole("combobox").selectOption("No rank");
    await expectRanks(poll, ["Cake"]);
  });
});
