// Covers docs/reference/options.md: rank
// Covers docs/reference/ratings.md: best-and-selected, freshness, rank, targets, visibility

import type { PollFacts } from "@polls/testing";
import { contents, shareOptionLists } from "../../../testing/option-lists";
import { storeVotes } from "../../../testing/store-votes";

const { gateway, asOwner, pollWith, list } = shareOptionLists();

describe("ratings in a list", () => {
  test("equal options share a rank, and options without a counting vote come last", async () => {
    const { poll, named } = await pollWith("ABCD");
    await storeVotes(gateway.db, poll, [
      { on: named("B"), value: 1 },
      { on: named("B"), value: 1 },
      { on: named("C"), value: 1 },
      { on: named("D"), value: 1 },
    ]);
    const { body } = await list(poll, { sort: "options.rating desc" });
    expect(
      body.map((option: Record<string, unknown>) => [
        option.content,
        option.rank,
        option.rating,
        option.best_rating,
        option.selected,
      ]),
    ).toEqual([
      ["B", 1, 2, true, true],
      ["C", 2, 1, false, false],
      ["D", 2, 1, false, false],
      ["A", 4, 0, false, false],
    ]);
  });

  test("options that an admin picked are selected instead of the best", async () => {
    const { poll, named } = await pollWith("AB");
    await storeVotes(gateway.db, poll, [{ on: named("A"), value: 1 }]);
    await gateway.inPoll(poll, asOwner(), `PATCH /options/${named("B").publicId}`, {
      option: { selected: true },
    });
    const { body } = await list(poll);
    expect(body.map(({ selected }: { selected: boolean }) => selected)).toEqual([false, true]);
  });

  test.each<[string, Record<string, boolean>, PollFacts["status"], readonly string[]]>([
    ["hide_results", { hide_results: true }, "active", []],
    ["hide_results, after closing too", { hide_results: true }, "closed", []],
    ["hide_votes", { hide_votes: true }, "active", []],
    [
      "hide_votes, once closed",
      { hide_votes: true },
      "closed",
      ["rank", "rating", "average_rating", "best_rating", "selected"],
    ],
    [
      "hidden_best_rating",
      { hidden_best_rating: true },
      "active",
      ["rank", "rating", "average_rating"],
    ],
  ])("%s hides rating fields from members", async (_what, settings, status, shown) => {
    const { poll, named } = await pollWith("AB", { settings, status: status ?? "active" });
    await storeVotes(gateway.db, poll, [{ on: named("B"), value: 1 }]);
    const fields = ["rank", "rating", "average_rating", "best_rating", "selected"];
    const visible = (body: readonly object[]) =>
      fields.filter((field) => Object.hasOwn(body[0] ?? {}, field));
    expect(visible((await list(poll)).body)).toEqual(shown);
    expect(visible((await list(poll, {}, asOwner())).body)).toEqual(fields);
  });

  // Settings: hide_results, hide_votes
  test.each(["hide_results", "hide_votes"])(
    "with %s a member's list contains nothing about votes",
    async (setting) => {
      const answers = [];
      for (const best of ["A", "C"]) {
        const { poll, options, named } = await pollWith("ABC", {
          settings: { [setting]: true, default_sort: "options.rating desc" },
          memberHash: `hidden-${setting}-${best}`.toLowerCase(),
        });
        await storeVotes(gateway.db, poll, [{ on: named(best), value: 1 }]);
        for (const query of [{}, { sort: "options.average_rating desc" }] as const) {
          const response = await list(poll, query);
          let text = response.text.replaceAll(poll.memberHash, "poll");
          for (const { publicId, content } of options)
            text = text.replaceAll(publicId, `${content}`);
          answers.push([
            text.replaceAll(/"\d{4}-[^"]*Z"/g, "then"),
            response.headers.get("X-Total-Count"),
          ]);
          expect(contents(response)).toBe("ABC");
        }
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    },
  );

  // Settings: target, vote_type
  test("with best_distribution the assigned options are selected", async () => {
    const { poll, named } = await pollWith("ABC", {
      settings: { target: "best_distribution", vote_type: "Votes::RatingVote" },
    });
    const [ada] = await storeVotes(gateway.db, poll, [{ on: named("A"), value: 5 }]);
    if (ada === undefined) throw new Error("nobody voted");
    await storeVotes(gateway.db, poll, [
      { by: ada, on: named("B"), value: 4 },
      { on: named("A"), value: 5 },
    ]);
    const { body } = await list(poll, { sort: "options.position asc" });
    expect(body.map(({ selected }: { selected: boolean }) => selected)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
