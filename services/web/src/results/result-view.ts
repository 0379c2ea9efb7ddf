import type { Poll, RatedOption, Results } from "@polls/client";
import { nameOf } from "../parts/show/option-name";
import type { SignUp, Visit } from "../session/visit";
import { firstData } from "../shell/first-data";
import type { BarBounds } from "../types/bars";
import { isOfDates, optionClassOf, optionTypeOf } from "../types/option-types";
import { pollTypeOf } from "../types/poll-types";
import { pageWords, type Words } from "../words";
import { type ResultWords, resultWords } from "../words/results";

/** The order of rows: as in the poll, or by their ranks. */
export type Order = "poll" | "best";

/** Everything that charts need of their page, for participants and admins. */
export interface ResultView {
  readonly words: Words;
  readonly texts: ResultWords;
  /** Values are numbers of bought votes. */
  readonly sold: boolean;
  readonly counting: Pick<Poll["settings"], "counting_method" | "rating_method">;
  readonly bounds: BarBounds;
  /** Participants see the options of a comparison in no order. */
  readonly order: Order;
  /** Votes take places. */
  readonly isSignUp: boolean;
  /** Dates have no places: one suits, or several do. */
  readonly isOfDates: boolean;
  /** Marks the best options. */
  readonly best: string;
  /** Says in which zone dates are, where the page lets the visitor choose it. */
  readonly zone?: (() => string) | undefined;
  /** Shows who has the places, to those who may read it. */
  readonly Places?: SignUp["Places"] | undefined;
  /** Whether the poll is closed or decided, so that nothing leads any more. */
  readonly isOver: boolean;
  /** Whether the best options are marked: not places, and nothing leads in a poll that is over, but dates do until one is final. */
  readonly marksBest: boolean;
  /** The poll has one option, which leads before no other. */
  readonly isAlone: boolean;
  readonly nameOf: (option: RatedOption) => string;
}

/** What marks the best options of a poll, wherever they are shown. */
export function bestText(poll: Poll): string {
  const { best, bestDate } = resultWords.words();
  return isOfDates(poll) ? bestDate[poll.status === "closed" ? "closed" : "active"] : best;
}

/** How many people can have voted. */
export const peopleIn = ({ jury_count, voters_count }: Results, words: Words): string =>
  jury_count === undefined
    ? words.poll.participants(voters_count)
    : resultWords.words().jury(jury_count);

/** The name of an option, with a mark if it is not approved, as admins see it among answers and results. */
export function withApproval(
  name: string,
  { approval_state: state }: Pick<RatedOption, "approval_state">,
): string {
  const { approvals } = resultWords.words();
  return state === undefined || state === "approved" ? name : `${name} (${approvals[state]})`;
}

export function resultViewOf(poll: Poll, visit?: Visit): ResultView {
  const words = visit?.words ?? pageWords.words();
  const isDecided = poll.decided_at !== undefined;
  const isOver = poll.status === "closed" || isDecided;
  const isSignUp = firstData().signUp === true;
  const dates = optionTypeOf({ type: optionClassOf(poll) }).wholeDays ? undefined : visit?.dates;
  return {
    words,
    texts: resultWords.words(),
    counting: poll.settings,
    bounds: poll.settings,
    order: pollTypeOf(poll).kind === "pairwise" ? "best" : "poll",
    isSignUp,
    isOfDates: isOfDates(poll),
    best: bestText(poll),
    zone: dates?.zoneText,
    Places: visit?.signUp?.Places,
    isOver,
    marksBest: !isSignUp && !(isOfDates(poll) ? isDecided : isOver),
    isAlone: poll.options_count === 1,
    sold: poll.settings.voting_fee_type === "voting_sell_votes",
    nameOf: (option) => withApproval(nameOf(option, { data: { poll }, words }), option),
  };
}
