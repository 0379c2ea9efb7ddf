import { errorIf } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";

/**
 * When members see ratings, results and votes of others (docs/reference/ratings.md#visibility). One value in place of
 * flags: three would make eight combinations.
 */
export const resultsVisible = ["always", "after_own_vote", "after_closing", "never"] as const;
export type ResultsVisible = (typeof resultsVisible)[number];

interface HidingFlags {
  readonly hide_results: boolean;
  readonly hide_votes: boolean;
}

const flagsOf: Readonly<Record<ResultsVisible, HidingFlags>> = {
  always: { hide_results: false, hide_votes: false },
  after_own_vote: { hide_results: false, hide_votes: false },
  after_closing: { hide_results: false, hide_votes: true },
  never: { hide_results: true, hide_votes: false },
};

/** The value that follows from the flags. `hide_results` prevails. */
export function resultsVisibleOf({ hide_results, hide_votes }: HidingFlags): ResultsVisible {
  if (hide_results) return "never";
  return hide_votes ? "after_closing" : "always";
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Makes `results_visible` and the two flags of a parsed body agree. Only values that differ from the poll are changes.
 * `after_own_vote` alone is stored by its own name.
 */
export function linkResultsVisible(
  body: Body,
  before: HidingFlags & { readonly results_visible: ResultsVisible },
): { readonly linked: Body; readonly errors: FieldErrors } {
  const requested = resultsVisible.find((one) => one === (body.results_visible ?? "always"));
  const isRequested = body.results_visible !== undefined && requested !== before.results_visible;
  const flags = changedFlags(body, before);
  if (!isRequested && Object.keys(flags).length === 0) {
    const { results_visible: _, ...rest } = body;
    return { linked: rest, errors: {} };
  }
  const after = { ...(isRequested && requested ? flagsOf[requested] : before), ...flags };
  const { hide_results, hide_votes } = after;
  const derived = resultsVisibleOf({ hide_results, hide_votes });
  const ownVote = isRequested && requested === "after_own_vote";
  const errors = errorIf(
    isRequested && derived !== (ownVote ? "always" : requested),
    "results_visible",
    `contradicts ${Object.keys(flags).join(" and ")}`,
  );
  const results_visible = ownVote ? requested : null;
  return { linked: { ...body, hide_results, hide_votes, results_visible }, errors };
}

function changedFlags(body: Body, before: HidingFlags): Partial<HidingFlags> {
  const changed = (name: keyof HidingFlags) => {
    const value = body[name] === undefined ? before[name] : body[name] === true;
    return value === before[name] ? {} : { [name]: value };
  };
  return { ...changed("hide_results"), ...changed("hide_votes") };
}
