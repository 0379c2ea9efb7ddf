// Covers docs/reference/ratings.md: visibility
// Covers docs/reliability.md: hidden-results

import { now, ordinaryPoll } from "../votes/testing/ordinary";
import { ratingVisibility } from "./rating-visibility";

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
    expect(ratingVisibility(poll, "member", now)).toEqual(expected);
    expect(ratingVisibility(poll, "admin", now)).toEqual(all);
  });
});
