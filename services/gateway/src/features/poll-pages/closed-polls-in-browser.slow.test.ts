import { buildParticipant } from "@polls/testing";
import type { Locator } from "playwright-core";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { storeVotes } from "../../../testing/store-votes";
import { enter, option, shareVotingPages } from "../../../testing/voting-pages";

describeWithBrowser("a person on the page of a closed poll, or of one with a jury", () => {
  const { pages, newPoll } = shareVotingPages(["Soup", "Rice", "Cake"]);
  const { gateway, owner, visit } = pages;

  test("sees what became of a closed poll in the words of its type", async () => {
    const outcomeOf = async (settings: Readonly<Record<string, unknown>>, values: number[]) => {
      const poll = await newPoll(settings);
      const options = await gateway.db.prisma.option.findMany({ where: { pollId: poll.id } });
      const soup = options.find(({ content }) => content === "Soup");
      if (soup === undefined) throw new Error("the poll has no soup");
      await storeVotes(
        gateway.db,
        poll,
        values.map((value) => ({ on: soup, value })),
      );
      await gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, {
        poll: { status: "closed" },
      });
      const page = await visit(`/p/${poll.memberHash}`);
      const outcome = option(page, "Soup").locator(".outcome");
      const hasCup = (await outcome.locator(".icon").count()) > 0;
      const texts = (await outcome.innerText()).replaceAll("\u00a0", " ").split("\n");
      return [...(hasCup ? ["cup"] : []), ...texts];
    };
    const places = { limit_per_option_type: "limit_individual", vote_limit_per_option: 3 };
    expect(await outcomeOf({ vote_type: "Votes::UpVote", ...places }, [1, 1])).toEqual([
      "2 signed up",
    ]);
    expect(await outcomeOf({ vote_type: "Votes::DotVote" }, [2, 1])).toEqual([
      ...["cup", "Place 1", "3 points"],
    ]);
    const star = { vote_type: "Votes::RatingVote", counting_method: "star" };
    expect(await outcomeOf(star, [5, 4])).toEqual(["cup", "Place 1"]);
    const opinions = { vote_type: "Votes::YesNoMaybeVote" };
    const [maybe, yes] = [1, 2];
    expect(await outcomeOf(opinions, [maybe, maybe])).toEqual(["Place 1"]);
    expect(await outcomeOf(opinions, [yes])).toEqual(["cup", "Place 1"]);
  });

  test.each<{
    readonly settings: Readonly<Record<string, unknown>>;
    readonly vote: (soup: Locator) => Promise<unknown>;
    readonly answer: string;
  }>([
    {
      settings: { vote_type: "Votes::YesNoMaybeVote" },
      vote: (soup) => soup.getByLabel("Maybe").click(),
      answer: "Your vote: Maybe",
    },
    {
      settings: { vote_type: "Votes::DotVote" },
      vote: (soup) => soup.getByRole("button", { name: "One more" }).click(),
      answer: "Your vote: ●",
    },
    {
      settings: { vote_type: "Votes::LikeVote" },
      vote: (soup) => soup.getByRole("button", { name: "Like" }).click(),
      answer: "Your vote: Like",
    },
    {
      settings: { vote_type: "Votes::RangeVote" },
      vote: (soup) => enter(soup.getByRole("slider"), "7"),
      answer: "Your vote: 7",
    },
  ])(
    "reads the own answer to a closed poll with $settings in place of a control",
    async ({ settings, vote, answer }) => {
      const poll = await newPoll(settings);
      const page = await visit(`/p/${poll.memberHash}`, narrowPhone);
      const soup = option(page, "Soup");
      await vote(soup);
      await soup.getByText("Saved").waitFor();
      await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, { poll: { status: "closed" } });
      await page.reload();
      await soup.getByText("Your vote:").waitFor();
      const shown = await page.evaluate<string>(`(() => {
        const vote = document.querySelector("li.option .vote");
        for (const unseen of vote.querySelectorAll(".unseen, .state")) unseen.remove();
        return vote.innerText;
      })()`);
      expect(shown.trim().split(/\s+/).join(" ")).toBe(answer);
      expect(await soup.locator(".vote button:visible:enabled").count()).toBe(0);
      expect(await barriersOf(page)).toEqual([]);
    },
  );

  const pollOfJury = async (settings: Parameters<typeof newPoll>[0]) => {
    const poll = await newPoll({ vote_type: "Votes::UpVote", jury_mode: true, ...settings });
    const options = await gateway.db.prisma.option.findMany({ where: { pollId: poll.id } });
    const on = options.find(({ content }) => content === "Soup");
    if (on === undefined) throw new Error("the poll has no soup");
    const by = await buildParticipant(gateway.db, poll, { jury: true });
    for (const jury of [true, false, false]) await buildParticipant(gateway.db, poll, { jury });
    await storeVotes(gateway.db, poll, [{ on, by, value: 1 }]);
    const change = (body: object) =>
      gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, { poll: body });
    return { poll, change };
  };

  test("sees the bars of a closed poll with a jury on the scale of its jury", async () => {
    const { poll, change } = await pollOfJury({});
    await change({ status: "closed" });
    const page = await visit(`/p/${poll.memberHash}`);
    const bar = option(page, "Soup").locator(".outcome .bar div");
    expect(await bar.getAttribute("style")).toMatch(/^width: 50%/);
  });

  test("sees them on that scale too once results are shown, without a reload", async () => {
    const { poll, change } = await pollOfJury({ results_visible: "never" });
    const page = await visit(`/p/${poll.memberHash}`);
    await change({ results_visible: null });
    await change({ status: "closed" });
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    const bar = option(page, "Soup").locator(".outcome .bar div");
    expect(await bar.getAttribute("style")).toMatch(/^width: 50%/);
  });

  test("reads before the first press that only the jury votes, and presses nothing", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote", jury_mode: true });
    const page = await visit(`/p/${poll.memberHash}`);
    const vote = option(page, "Soup").getByRole("checkbox");
    const said = page.getByText("Only the jury can vote.");
    await said.waitFor();
    expect(await vote.isDisabled()).toBe(true);
    const { body } = await gateway.as(owner, `POST /api/v1/polls/${poll.adminHash}/invitations`, {
      invitations: [{ jury: true }],
    });
    const member = await visit(`/p/${poll.memberHash}?invitation=${body[0].code}`);
    await option(member, "Soup").getByRole("checkbox").click();
    await member.getByText("Saved").first().waitFor();
    expect(await member.getByText("Only the jury can vote.").count()).toBe(0);
  });
});
