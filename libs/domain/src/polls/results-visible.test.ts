// Covers docs/reference/ratings.md: visibility

import { linkResultsVisible, resultsVisibleOf } from "./results-visible";
import { pollSettingsOf } from "./settings";

const stored = (settings: Readonly<Record<string, unknown>>) =>
  pollSettingsOf("Polls::Voting", settings);

describe("results_visible follows from the flags", () => {
  test.each([
    [{ hide_results: false, hide_votes: false }, "always"],
    [{ hide_results: false, hide_votes: true }, "after_closing"],
    [{ hide_results: true, hide_votes: false }, "never"],
    [{ hide_results: true, hide_votes: true }, "never"],
  ] as const)("%j is %s", (flags, expected) => {
    expect(resultsVisibleOf(flags)).toBe(expected);
    expect(stored(flags).results_visible).toBe(expected);
  });
});

const linked = (hide_results: boolean, hide_votes: boolean, own = false) => ({
  hide_results,
  hide_votes,
  results_visible: own ? "after_own_vote" : null,
});

describe("a body that changes one of the three changes the others", () => {
  test.each([
    ["never", {}, { results_visible: "never" }, linked(true, false)],
    ["after_closing", {}, { results_visible: "after_closing" }, linked(false, true)],
    ["after_own_vote", {}, { results_visible: "after_own_vote" }, linked(false, false, true)],
    [
      "after_own_vote, from never",
      { hide_results: true },
      { results_visible: "after_own_vote" },
      linked(false, false, true),
    ],
    [
      "always, from both flags",
      { hide_results: true, hide_votes: true },
      { results_visible: "always" },
      linked(false, false),
    ],
    ["null, from never", { hide_results: true }, { results_visible: null }, linked(false, false)],
    [
      "a flag ends after_own_vote",
      { results_visible: "after_own_vote" },
      { hide_votes: true },
      linked(false, true),
    ],
    ["one flag leaves the other", { hide_votes: true }, { hide_results: true }, linked(true, true)],
    [
      "null clears a flag",
      { hide_results: true, hide_votes: true },
      { hide_results: null },
      linked(false, true),
    ],
    [
      "flags as they were read do not count",
      { hide_results: true },
      { results_visible: "after_closing", hide_results: true, hide_votes: false },
      linked(false, true),
    ],
    [
      "results_visible as it was read does not count",
      {},
      { results_visible: "always", hide_votes: true },
      linked(false, true),
    ],
    [
      "values that agree",
      {},
      { results_visible: "never", hide_results: true, hide_votes: true },
      linked(true, true),
    ],
  ] as const)("%s", (_case, before, body, expected) => {
    expect(linkResultsVisible(body, stored(before))).toEqual({ linked: expected, errors: {} });
  });

  test.each([
    ["nothing", { title: "Lunch" }, { title: "Lunch" }],
    [
      "all three as they were read",
      { hide_results: false, hide_votes: false, results_visible: "after_own_vote" },
      { hide_results: false, hide_votes: false },
    ],
  ])("%s changes nothing", (_case, body, linked) => {
    const before = stored({ results_visible: "after_own_vote" });
    expect(linkResultsVisible(body, before)).toEqual({ linked, errors: {} });
  });

  test.each([
    ["always", { hide_results: true }, ["contradicts hide_results"]],
    ["after_closing", { hide_results: true }, ["contradicts hide_results"]],
    ["after_own_vote", { hide_votes: true }, ["contradicts hide_votes"]],
    [
      "after_own_vote",
      { hide_results: true, hide_votes: true },
      ["contradicts hide_results and hide_votes"],
    ],
  ])("%s with %j is refused", (results_visible, flags, problems) => {
    const before = stored({
      results_visible: results_visible === "always" ? "after_own_vote" : null,
    });
    const { errors } = linkResultsVisible({ results_visible, ...flags }, before);
    expect(errors).toEqual({ results_visible: problems });
  });
});
