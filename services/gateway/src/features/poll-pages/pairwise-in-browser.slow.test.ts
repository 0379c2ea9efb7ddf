// Covers docs/reference/pages.md: comparisons-on-pages, polls-on-pages

import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { mailedLink } from "../../../testing/mailed-link";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";

describeWithBrowser("a person in a comparison", () => {
  const pages = sharePages();

  async function newComparison(
    settings: Readonly<Record<string, unknown>> = {},
    contents: readonly string[] = ["Circle", "Square", "Star"],
  ): Promise<Poll> {
    const type = "Polls::PairwiseComparison";
    const poll = await pages.newPoll(settings, { type, title: "Which logo?" });
    for (const content of contents) await buildOption(pages.gateway.db, poll, { content });
    return poll;
  }

  async function visit({ memberHash }: Poll, device?: BrowserContextOptions): Promise<Page> {
    const page = await pages.visit(`/p/${memberHash}`, device);
    await page.locator(".side").first().waitFor();
    return page;
  }
  const judged = (page: Page, number: number, of = 3) =>
    page.getByText(`${number} of ${of} pairs`).waitFor();
  const sides = async (page: Page) => page.locator(".side > span").allInnerTexts();
  const winnersIn = async (poll: Poll): Promise<readonly string[]> => {
    const { body } = await pages.asOwner(
      `GET /api/v1/polls/${poll.adminHash}/results?sort=options.content%20asc`,
    );
    return body.options.flatMap(({ content, rating }: { content: string; rating: number }) =>
      new Array(rating).fill(content),
    );
  };

  test("chooses on a phone until no pair is left", async () => {
    const poll = await newComparison();
    const page = await visit(poll, phone);
    const winners: string[] = [];
    for (const at of [1, 2, 3]) {
      winners.push((await sides(page))[1] ?? "");
      await page.locator(".side").nth(1).click();
      await judged(page, at);
    }
    await page.getByText("There are no pairs left.").waitFor();
    await page.getByRole("heading", { name: "Thank you!" }).and(page.locator(":focus")).waitFor();
    expect(await winnersIn(poll)).toEqual(winners.sort());
    await page.reload();
    for (const name of ["See the results", "Continue on another device"]) {
      await page.locator(".thanks").getByRole("link", { name }).waitFor();
    }
    await page.getByRole("button", { name: "Share this poll" }).waitFor();
    // A press while the votes are read is ignored.
    await judged(page, 3);

    await buildOption(pages.gateway.db, poll, { content: "Cross" });
    await page.getByRole("button", { name: "Look for pairs" }).click();
    await page.locator(".side", { hasText: "Cross" }).waitFor();
  });

  test.each([
    ["no-preference", "slide"],
    ["reduce", "none"],
  ] as const)(
    "sees the next pair move with prefers-reduced-motion: %s",
    async (reducedMotion, name) => {
      const page = await visit(await newComparison(), { reducedMotion });
      expect(
        await page.evaluate(
          "getComputedStyle(document.querySelector('.side > span')).animationName",
        ),
      ).toBe(name);
    },
  );

  test("chooses by arrow keys, undoes a choice, and prefers neither option", async () => {
    const poll = await newComparison();
    const page = await visit(poll);
    const [left] = await sides(page);
    await page.keyboard.press("ArrowLeft");
    await judged(page, 1);
    expect(await winnersIn(poll)).toEqual([left]);

    const [, right] = await sides(page);
    await page.keyboard.press("ArrowRight");
    await judged(page, 2);
    expect(await winnersIn(poll)).toEqual([left, right].sort());

    await page.getByRole("button", { name: "Undo the last choice" }).click();
    await judged(page, 1);
    expect(await winnersIn(poll)).toEqual([left]);
    await page.getByRole("button", { name: "I cannot decide" }).click();
    await judged(page, 2);
    expect(await winnersIn(poll)).toEqual([left]);
  });

  test("keeps the focus on the button that undoes, also from the thanks", async () => {
    const page = await visit(await newComparison({}, ["Circle", "Square"]));
    expect(await page.getByRole("button", { name: "Undo the last choice" }).count()).toBe(0);
    await page.keyboard.press("ArrowLeft");
    await page.getByText("There are no pairs left.").waitFor();
    const undo = page.getByRole("button", { name: "Undo the last choice" });
    await undo.press("Enter");
    await judged(page, 0, 1);
    await page.locator(".side").first().waitFor();
    await undo.and(page.locator(":focus")).waitFor();
    expect(await undo.getAttribute("aria-disabled")).toBe("true");
  });

  test("continues with the same pair later, up to the limit", async () => {
    const poll = await newComparison({ vote_limit_per_voter: 2 });
    const page = await visit(poll);
    await page.keyboard.press("ArrowLeft");
    await judged(page, 1, 2);
    const pair = await sides(page);
    await page.reload();
    await judged(page, 1, 2);
    await page.locator(".side").first().waitFor();
    expect(await sides(page)).toEqual(pair);
    await page.keyboard.press("ArrowLeft");
    await page.getByText("There are no pairs left.").waitFor();
  });

  describe("beside another tab", () => {
    /** Two tabs with the only pair of a poll, which then gets a third option. */
    async function twoTabs() {
      const poll = await newComparison({}, ["Circle", "Square"]);
      const page = await visit(poll);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.locator(".side").first().waitFor();
      await buildOption(pages.gateway.db, poll, { content: "Star" });
      return { poll, page, other };
    }
    const pairIn = async (page: Page) => (await sides(page)).sort().join();
    const participantsOf = ({ id: pollId }: Poll) =>
      pages.gateway.db.prisma.participant.count({ where: { pollId } });

    test("takes part with the first choice, and not before it, also of a pair that the other judged", async () => {
      const { poll, page, other } = await twoTabs();
      expect(await participantsOf(poll)).toBe(0);
      await page.locator(".side", { hasText: "Circle" }).click();
      await judged(page, 1, 1);
      expect(await winnersIn(poll)).toEqual(["Circle"]);

      const next = await pairIn(page);
      expect(next).toContain("Star");
      await other.locator(".side").first().click();
      await judged(other, 1, 1);
      expect(await pairIn(other)).toBe(next);
      expect(await winnersIn(poll)).toEqual(["Circle"]);
      expect(await participantsOf(poll)).toBe(1);
    });

    test("counts the choices of the other also for a pair that is on offer", async () => {
      const { poll, page, other } = await twoTabs();
      const asked = page.waitForResponse(
        (response) => response.request().method() === "POST" && response.url().endsWith("/votes"),
      );
      await page.locator(".side").first().click();
      const { id } = await (await asked).json();
      await judged(page, 1, 1);
      for (const number of [2, 3]) {
        await page.locator(".side").first().click();
        await judged(page, number, number);
      }
      await pages.asOwner(`DELETE /api/v1/polls/${poll.adminHash}/votes/${id}`);

      await other.locator(".side", { hasText: "Circle" }).click();
      await judged(other, 3, 3);
      expect(await winnersIn(poll)).toContain("Circle");
    });
  });

  test("begins after the password, and casts the first choice after the name", async () => {
    const poll = await newComparison({ require_voter_name: true, restrict_view_access: true });
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, { poll: { password: "soup" } });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByLabel("Password").fill("soup");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Look for pairs" }).click();
    await page.getByLabel("Your name").fill("Ada");
    await page.keyboard.press("Enter");
    await page.locator(".side").first().click();
    await judged(page, 1);
  });

  test("sees choices in pairs that are no longer offered, and takes one back", async () => {
    const poll = await newComparison();
    const page = await visit(poll, narrowPhone);
    for (const at of [1, 2]) {
      await page.keyboard.press("ArrowLeft");
      await judged(page, at);
    }
    const options = await pages.gateway.db.prisma.option.findMany({
      where: { pollId: poll.id },
      include: { votes: true, lostVotes: true },
    });
    const [often] = options.filter(({ votes, lostVotes }) => votes.length + lostVotes.length === 2);
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}/options/${often?.publicId}`, {
      option: { archived: true },
    });
    await page.reload();
    const former = page.getByRole("region", { name: /no longer offered/ });
    await former.getByRole("listitem").nth(1).waitFor();
    await judged(page, 0, 1);
    expect(await barriersOf(page)).toEqual([]);
    await former
      .getByRole("button", { name: /^Remove my vote/ })
      .first()
      .click();
    await former.getByRole("listitem").nth(1).waitFor({ state: "detached" });
    expect(await pages.gateway.db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(1);
  });

  test("keeps the first choice over a reload while a name is asked for, and drops it with the sheet", async () => {
    const poll = await newComparison({ require_voter_name: true });
    const page = await visit(poll);
    const close = page.getByRole("button", { name: "Close" });
    await page.locator(".side").nth(1).click();
    // What closes goes a step back in the history, and a reload during that step is refused.
    const back = "new Promise((resolve) => addEventListener('popstate', () => resolve()))";
    await Promise.all([page.evaluate(back), close.click()]);
    await page.reload();
    await page.locator(".side").first().waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);

    const [, right = ""] = await sides(page);
    await page.locator(".side").nth(1).click();
    await page.getByLabel("Your name").fill("Ada");
    await page.reload();
    await page.getByLabel("Your name").press("Enter");
    await judged(page, 1);
    expect(await winnersIn(poll)).toEqual([right]);
  });

  test("chooses before the address is confirmed, after a reload too, and the choices count after it", async () => {
    const poll = await newComparison({ double_opt_in: true });
    const page = await visit(poll, narrowPhone);
    await page.locator(".side").first().click();
    await page.getByLabel("Your e-mail address").fill("ada@example.org");
    await page.keyboard.press("Enter");
    await judged(page, 1);
    await page.getByText("We sent an e-mail to ada@example.org").waitFor();
    expect(await winnersIn(poll)).toEqual([]);
    await page.reload();
    await judged(page, 1);
    await page.locator(".side").first().click();
    await judged(page, 2);
    expect(await barriersOf(page)).toEqual([]);
    await page.locator(".side").first().click();
    // What is left to do comes before all ways to go on.
    await page.locator(".thanks").getByText("Open its link and confirm").waitFor();
    const texts = (await page.locator(".thanks").innerText()).split(/\n+/);
    expect(texts.slice(0, 2)).toEqual(["Thank you!", expect.stringMatching(/^We sent an e-mail/)]);
    expect(await page.getByText("We sent an e-mail").count()).toBe(1);
    expect(await barriersOf(page)).toEqual([]);

    const mail = await pages.visit(await mailedLink(pages.gateway, "ada@example.org"));
    await mail.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Your address is confirmed.").waitFor();
    expect(await winnersIn(poll)).toHaveLength(3);
  });

  test("finds no accessibility violation in any state", async () => {
    const poll = await newComparison({ require_voter_name: true }, [
      "Donaudampfschifffahrtsgesellschaftskapitän",
      "Rice",
    ]);
    const page = await visit(poll, {
      ...narrowPhone,
      locale: "de-DE",
    });
    expect(await barriersOf(page)).toEqual([]);
    await page.locator(".side").first().click();
    await page.getByLabel("Ihr Name").fill("Ada");
    expect(await barriersOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Es gibt keine Paare mehr.").waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
