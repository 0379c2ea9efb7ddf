import type { Poll, RatedOption } from "@polls/client";
import { nameOf } from "../parts/show/option-name";
import { pageWords, type Words } from "../words";
import { type ResultWords, resultWords } from "../words/results";

/** Everything that charts need of their page, for participants and admins. */
export interface ResultView {
  readonly words: Words;
  readonly texts: ResultWords;
  /** Values are numbers of bought votes. */
  readonly sold: boolean;
  readonly nameOf: (option: RatedOption) => string;
}

export function resultViewOf(poll: Poll): ResultView {
  const words = pageWords.words();
  return {
    words,
    texts: resultWords.words(),
    sold: poll.settings.voting_fee_type === "voting_sell_votes",
    nameOf: (option) => nameOf(option, { data: { poll }, words }),
  };
}
