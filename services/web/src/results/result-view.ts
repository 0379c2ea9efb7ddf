import type { Poll, RatedOption } from "@polls/client";
import { datesOf } from "../parts/dates";
import { type Language, type Words, wordsIn } from "../words";
import { type ResultWords, resultWordsIn } from "../words/results";

/** What results are read with: by participants and by admins. */
export interface ResultView {
  readonly words: Words;
  readonly texts: ResultWords;
  /** Values are numbers of bought votes. */
  readonly sold: boolean;
  readonly nameOf: (option: RatedOption) => string;
}

export function resultViewOf(poll: Poll, language: Language): ResultView {
  const words = wordsIn(language);
  return {
    words,
    texts: resultWordsIn(language),
    sold: poll.settings.voting_fee_type === "voting_sell_votes",
    nameOf: (option) =>
      option.content ??
      datesOf(option, poll, words) ??
      `${words.results.option} ${option.position}`,
  };
}
