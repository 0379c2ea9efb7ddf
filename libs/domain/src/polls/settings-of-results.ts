import { z } from "zod";
import { type TieBreak, tieBreaks } from "../counting";
import { listOf } from "../input/fields";
import { ratingMethods, withoutRepeats } from "../options/option-settings";
import type { MethodChange } from "./counting-settings";
import { type ResultsVisible, resultsVisible, resultsVisibleOf } from "./results-visible";
import {
  booleans,
  choice,
  derivedChoice,
  integer,
  list,
  moment,
  type Setting,
  string,
} from "./setting-kinds";
import { sorts } from "./sorts";

/** As many as most lists may have entries. */
const SEATS_MAX = 1_000;

/** Settings on which counts, order or visibility of results depend, but no stored vote. */
export const settingsOfResults = {
  ...booleans(false, {
    hidden_best_rating: "Whether `best_rating` and `selected` of options are hidden from members.",
    hidden_image_name:
      "Whether `content` of image and photo options is hidden from members other than the author.",
    hide_options:
      "Whether the options of others are hidden from members until `deadline_submission`. Without a deadline, until the poll is closed.",
    hide_results:
      "Whether ratings, results and votes of others are always hidden from members. The same as `results_visible = never`.",
    hide_votes:
      "Whether ratings, results and votes of others are hidden from members until the poll is closed. The same as `results_visible = after_closing`.",
    jury_mode: "Whether only participants with `jury` may vote.",
    restrict_view_access:
      "Whether reading has the same requirements as voting: the poll password, a place on the jury, an invitation.",
    public_answers:
      "Extension: whether members may read the texts and dates of others in a survey: answers to inputs, and `DateVote`. Otherwise only their author and admins may.",
  }),
  ...booleans(true, {
    allow_change_sort:
      "Whether the query parameter `sort` changes the order of the list of options.",
    options_visible_before_voting:
      "Whether members see options of others before `start_date_voting`.",
  }),
  tie_break: {
    ...list<TieBreak>(
      "Extension: how `counting_method` decides ties, in this order: more `first_ranks` (of scores and approvals: more of the highest grade), the `earlier_option`, or a draw by a `seed` that the count publishes.",
    ),
    field: withoutRepeats(listOf(z.enum(tieBreaks))),
    fallback: () => ["first_ranks", "earlier_option"],
    allowed: () => tieBreaks,
  } satisfies Setting<readonly TieBreak[]> as Setting<readonly TieBreak[]>,

  deadline_submission: moment(
    "The time from which on members cannot create, change or delete options. Unset: no deadline.",
  ),
  deadline_voting: moment("The time at which the poll closes. Unset: no deadline."),
  start_date_voting: moment("The time from which the poll accepts votes. Unset: immediately."),
  limit_per_option: integer(
    "The number of participants that may vote for an option, with `limit_per_option_type = limit_for_all`. Unset: no limit.",
  ),
  options_per_page: integer(
    "The page size of the list of options. Unset: the page size of the poll type.",
    1,
    100,
  ),
  seats: integer(
    "Extension: how many options `counting_method` elects, if it can elect several. Unset: 1.",
    1,
    SEATS_MAX,
  ),
  default_sort: derivedChoice<(typeof sorts)[number]>(
    "The order of the list of options. Galleries default to `options.average_rating desc`, other polls to `options.position asc`.",
    {
      allowed: ({ defaultSort }) => [defaultSort, ...sorts.filter((sort) => sort !== defaultSort)],
      fallback: ({ defaultSort }) => defaultSort,
    },
  ),
  limit_per_option_type: derivedChoice<"no_limit" | "limit_for_all" | "limit_individual">(
    "The limit of participants per option: none, `limit_per_option`, or the `voter_limit` of each option. Default: `limit_for_all` while `limit_per_option` is set, else `no_limit`.",
    {
      allowed: () => ["no_limit", "limit_for_all", "limit_individual"],
      fallback: (_type, { limit_per_option }) =>
        typeof limit_per_option === "number" ? "limit_for_all" : "no_limit",
    },
  ),
  participant_limitation_type: choice(
    "How often a user may take part: without limit, once per user, once per user and also once per client network, or once per invitation.",
    "check_nothing",
    "check_user",
    "check_ip",
    "check_invitation",
  ),
  rating_method: choice(
    "The divisor of `average_rating`: the participants who voted on the option, or all participants who voted in the poll.",
    ...ratingMethods,
  ),
  results_visible: {
    ...choice(
      "Extension: when members see ratings, results and votes of others. `after_own_vote`: while they have a vote of their own, an abstention included. Default: follows from `hide_results` and `hide_votes`.",
      ...resultsVisible,
    ),
    fallback: (_type, { hide_results, hide_votes }) =>
      resultsVisibleOf({ hide_results: hide_results === true, hide_votes: hide_votes === true }),
  } satisfies Setting<ResultsVisible> as Setting<ResultsVisible>,
  target: choice(
    "The goal of the poll: the best option, the best assignment of participants to options (up to 500,000 participants times options), or the lowest resistance.",
    "best_option",
    "best_distribution",
    "lowest_resistance",
  ),
  /** Internal: when `counting_method` changed while there were votes (docs/reference/results.md#count). */
  counting_changes: {
    meaning: "",
    kind: "internal",
    field: z.never(),
    fallback: () => [],
    revive: (stored) => stored as readonly MethodChange[],
  } satisfies Setting<readonly MethodChange[]> as Setting<readonly MethodChange[]>,
  /** Internal: the random seed of `tie_break`, drawn with the first `counting_method`. */
  counting_seed: { ...string(""), kind: "internal" },
} satisfies Readonly<Record<string, Setting<unknown>>>;
