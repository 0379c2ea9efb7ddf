// Covers docs/reference/ratings.md: visibility
// Covers docs/reliability.md: hidden-objects

import { now, ordinaryPoll } from "../votes/testing/ordinary";
import { dependsOnOwnVote, ratingVisibility } from "./rating-visibility";

const all = { ratings: true, best: true };
const none = { ratings: false, best: false };

describe("rating fields that members see", () => {
  test.each([
    ["nothing is hidden", {}, "active", all],
    ["hide_results always", { hide_results: true }, "active", none],
    ["hide_results after closing too", { hide_results: true }, "closed", none],
    ["hide_votes until closed", { hide_votes: true }, "active", none],
    ["hide_votes: closed", { hide_votes: true }, "closed", all],
    [
      "hide_votes: closed by the deadline",
      { hide_votes: true, deadline_voting: now },
      "active",
      all,
    ],
    [
      "hidden_best_rating: best and selected only",
      { hidden_best_rating: true },
      "active",
      { ratings: true, best: false },
    ],
  ] as const)("%s", (_case, settings, status, expected) => {
    const poll = ordinaryPoll({ settings, status });
    const reader = { poll, hasVoted: false, now };
    expect(ratingVisibility({ ...reader, access: "member" })).toEqual(expected);
    expect(ratingVisibility({ ...reader, access: "admin" })).toEqual(all);
    expect(dependsOnOwnVote({ poll, access: "member" })).toBe(false);
  });

  test.each([
    ["without a vote", false, "active", none],
    ["with a vote", true, "active", all],
    ["without a vote, once the poll is closed", false, "closed", none],
  ] as const)("after_own_vote: %s", (_case, hasVoted, status, expected) => {
    const poll = ordinaryPoll({ settings: { results_visible: "after_own_vote" }, status });
    expect(ratingVisibility({ poll, access: "member", hasVoted, now })).toEqual(expected);
    expect(ratingVisibility({ poll, access: "admin", hasVoted, now })).toEqual(all);
    expect(dependsOnOwnVote({ poll, access: "member" })).toBe(true);
    expect(dependsOnOwnVote({ poll, access: "admin" })).toBe(false);
  });

  test("after_own_vote hides the best option of a reader that has voted, if the poll hides it", () => {
    const settings = { results_visible: "after_own_vote", hidden_best_rating: true } as const;
    const reader = { poll: ordinaryPoll({ settings }), hasVoted: true, now };
    expect(ratingVisibility({ ...reader, access: "member" })).toEqual({
      ratings: true,
      best: false,
    });
  });
});
