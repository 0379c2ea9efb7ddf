// Covers docs/reference/pages.md: results-on-pages
// Covers docs/reference/results.md: count

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, waitFor } from "@polls/testing";
import type { Page } from "playwright-core";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";
import { ranked, storeBallots } from "../../../testing/store-ballots";

const laptop = { viewport: { width: 1280, height: 900 }, bypassCSP: true };
const names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo"];

describeWithBrowser("three of nine are elected", () => {
  const pages = sharePages();

  async function newElection(settings: Readonly<Record<string, unknown>> = {}) {
    const poll = await pages.newPoll({ vote_type: "Votes::RankedVote", ...settings });
    const options: Option[] = [];
    for (const content of names) {
      options.push(await buildOption(pages.gateway.db, poll, { content }));
    }
    return { poll, options };
  }

  /** Ada is far above the quota of 11, and her surplus elects Cleo; the third seat needs eliminations. */
  const vote = ({ poll, options }: { poll: Poll; options: readonly Option[] }) =>
    storeBallots(pages.gateway.db, poll, options, [
      ranked(19, 0, 2, 1),
      ranked(8, 1, 3, 4),
      ranked(5, 2, 0),
      ranked(4, 3, 1),
      ranked(3, 4, 3, 1),
      ranked(2, 5),
      ranked(1, 6, 4),
      ranked(1, 7, 8),
    ]);

  const sentences = (page: Page) => page.locator(".count .steps li").allTextContents();

  test("the owner chooses the method and the seats, a voter reads how votes are counted, the results show the rounds", async () => {
    const election = await newElection();
    const { poll } = election;
    const storageState = await pages.signIn();
    const admin = await pages.visit(`/p/${poll.adminHash}/admin`, { storageState });
    await admin.getByRole("link", { name: "Settings" }).click();
    await admin
      .getByLabel("Counting method")
      .selectOption("Several winners by ranks, in proportion (single transferable vote)");
    await admin.getByLabel("Number of winners").fill("3");
    await admin.getByLabel("Number of winners").blur();
    await waitFor(
      async () => {
        const { body } = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}`);
        return body.settings.seats === 3;
      },
      { what: "the stored seats" },
    );

    const voter = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await voter.getByText("Single transferable vote: an option that reaches the quota").waitFor();
    await voter.getByText("3 options are elected.").waitFor();

    const page = await pages.visit(`/p/${poll.memberHash}/results`, laptop);
    await vote(election);
    await page.getByText("In the lead (3): Ada, Cleo, Ben").waitFor();
    expect((await sentences(page))[0]).toMatch(
      /^Round 1 “Ada” reaches the quota, and is elected\./,
    );
    const ada = page.locator(".count tr", { hasText: "Ada" }).first();
    expect(await ada.textContent()).toContain("19 ✓ ahead");
    expect(await page.locator(".count tr", { hasText: "Cleo" }).first().textContent()).toContain(
      "+8",
    );
    expect(await barriersOf(page)).toEqual([]);
    const bar = page.locator(".bars > li", { hasText: "Cleo" });
    expect(await bar.locator(".bar-value").textContent()).toBe("Place 2 ");
    expect(await page.getByText("points").count()).toBe(0);

    await storeBallots(pages.gateway.db, poll, election.options, [ranked(40, 8)]);
    await page.getByText("In the lead (3): Ivo, Ada").waitFor();
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, { poll: { status: "closed" } });
    await page.reload();
    await page.getByText("Elected (3): Ivo, Ada").waitFor();
    expect(await page.getByText("In the lead").count()).toBe(0);
  });

  test.each([
    ["en", "How the votes are counted", "In the lead (3)"],
    ["de", "So werden die Stimmen gezählt", "In Führung (3)"],
  ])("in %s, on a narrow phone, without barriers", async (locale, title, elected) => {
    const election = await newElection({ counting_method: "single_transferable", seats: 3 });
    await vote(election);
    const page = await pages.visit(`/p/${election.poll.memberHash}/results`, {
      ...narrowPhone,
      locale,
    });
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByText(elected).waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });

  test("duels and grades are tables", async () => {
    const duels = await newElection({ counting_method: "schulze" });
    await vote(duels);
    const page = await pages.visit(`/p/${duels.poll.memberHash}/results`, laptop);
    await page.getByText("Each option against each other").click();
    await page.getByRole("group", { name: "Each option against each other" }).waitFor();
    expect(await barriersOf(page)).toEqual([]);

    const grades = await newElection({
      vote_type: "Votes::RatingVote",
      counting_method: "majority_judgment",
    });
    await storeBallots(pages.gateway.db, grades.poll, grades.options, [
      [3, [5, 4, 3, 2, 1, 0, 5, 4, 3]],
      [2, [0, 4, 4, 4, 1, 0, 2, 2, 2]],
    ]);
    const graded = await pages.visit(`/p/${grades.poll.memberHash}/results`, narrowPhone);
    await graded.getByRole("columnheader", { name: "Middle grade" }).waitFor();
    expect(await barriersOf(graded)).toEqual([]);
  });
});
