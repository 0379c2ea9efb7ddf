// Covers docs/reference/pages.md: comparisons-on-pages, polls-on-pages

import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
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

  const begin = async (page: Page) => {
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".side").first().waitFor();
  };
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
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await begin(page);
    const winners: string[] = [];
    for (const at of [1, 2, 3]) {
      winners.push((await sides(page))[1] ?? "");
      await page.locator(".side").nth(1).click();
      await judged(page, at);
    }
    await page.getByRole("heading", { name: "There are no pairs left." }).waitFor();
    expect(await winnersIn(poll)).toEqual(winners.sort());

    await buildOption(pages.gateway.db, poll, { content: "Cross" });
    await page.getByRole("button", { name: "Look for new pairs" }).click();
    await page.locator(".side", { hasText: "Cross" }).waitFor();
  });

  test.each([
    ["no-preference", "slide"],
    ["reduce", "none"],
  ] as const)(
    "sees the next pair move with prefers-reduced-motion: %s",
    async (reducedMotion, name) => {
      const { memberHash } = await newComparison();
      const page = await pages.visit(`/p/${memberHash}`, { reducedMotion });
      await begin(page);
      expect(
        await page.evaluate(
          "getComputedStyle(document.querySelector('.side > span')).animationName",
        ),
      ).toBe(name);
    },
  );

  test("chooses by arrow keys, undoes a choice, and prefers neither option", async () => {
    const poll = await newComparison();
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await begin(page);
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

  test("continues with the same pair later, up to the limit", async () => {
    const poll = await newComparison({ vote_limit_per_voter: 2 });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await begin(page);
    await page.keyboard.press("ArrowLeft");
    await judged(page, 1, 2);
    const pair = await sides(page);
    await page.reload();
    await judged(page, 1, 2);
    await page.locator(".side").first().waitFor();
    expect(await sides(page)).toEqual(pair);
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("heading", { name: "There are no pairs left." }).waitFor();
  });

  test("sees choices in pairs that are no longer offered, and takes one back", async () => {
    const poll = await newComparison();
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await begin(page);
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

  test("finds no accessibility violation in any state", async () => {
    const poll = await newComparison({ require_voter_name: true }, [
      "Donaudampfschifffahrtsgesellschaftskapitän",
      "Rice",
    ]);
    const page = await pages.visit(`/p/${poll.memberHash}`, {
      ...narrowPhone,
      locale: "de-DE",
    });
    await page.getByRole("button", { name: "Beginnen" }).click();
    await page.getByLabel("Ihr Name").fill("Ada");
    expect(await barriersOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.locator(".side").first().waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.locator(".side").first().click();
    await page.getByText("Es gibt keine Paare mehr.").waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
