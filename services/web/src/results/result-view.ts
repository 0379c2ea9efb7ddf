import type { Poll, RatedOption } from "@polls/client";
import { nameOf } from "../parts/show/option-name";
import type { SignUp } from "../session/visit";
import { firstData } from "../shell/first-data";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import { pageWords, type Words } from "../words";
import { type ResultWords, resultWords } from "../words/results";

/** Everything that charts need of their page, for participants and admins. */
export interface ResultView {
  readonly words: Words;
  readonly texts: ResultWords;
  /** Values are numbers of bought votes. */
  readonly sold: boolean;
  /** How votes are counted. */
  readonly counting: Pick<Poll["settings"], "counting_method" | "rating_method">;
  /** Votes take places. */
  readonly isSignUp: boolean;
  /** Dates have no places: one suits, or several do. */
  readonly isOfDates: boolean;
  /** Shows who has the places, to those who may read it. */
  readonly Places?: SignUp["Places"] | undefined;
  /** Whether the poll is closed or decided, so that nothing leads any more. */
  readonly isOver: boolean;
  readonly nameOf: (option: RatedOption) => string;
}

export function resultViewOf(poll: Poll, signUp?: SignUp): ResultView {
  const words = pageWords.words();
  return {
    words,
    texts: resultWords.words(),
    counting: poll.settings,
    isSignUp: firstData().signUp === true,
    isOfDates: optionTypeOf({ type: optionClassOf(poll) }).submission?.by === "dates",
    Places: signUp?.Places,
    isOver: poll.status === "closed" || poll.decided_at !== undefined,
    sold: poll.settings.voting_fee_type === "voting_sell_votes",
    nameOf: (option) => nameOf(option, { data: { poll }, words }),
  };
}
