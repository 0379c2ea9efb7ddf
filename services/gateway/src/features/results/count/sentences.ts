import { methods, type TieBreak } from "@polls/domain/counting";
import type { Language } from "@polls/markup";
import type { CountFigures, Exact } from "../../ratings/make-count";
import { de } from "./sentences-de";
import { en, type RoundFacts, type SentenceWords } from "./sentences-en";

const words: Readonly<Record<Language, SentenceWords>> = { en, de };

/** What a round of a count decides, in a language. `nameOf`: by the index of the option. */
export function sentenceOf(
  figures: CountFigures,
  index: number,
  nameOf: (option: number) => string,
  language: Language,
): string {
  const round = figures.rounds[index];
  if (round === undefined) return "";
  const texts = words[language];
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const lists = new Intl.ListFormat(language, { type: "conjunction" });
  const name = (option: number) => texts.quoted(nameOf(option));
  const votes = (value: Exact | number) =>
    numbers.format(typeof value === "number" ? value : value.decimal);
  const votesOf = (option: number) => {
    const found = round.tally.find((entry) => entry.option === option);
    return found === undefined ? "" : votes(found.votes);
  };
  const all = (options: readonly number[]) => ({
    names: lists.format(options.map(name)),
    several: options.length > 1,
    votes: options.length === 1 ? votesOf(options[0] ?? 0) : undefined,
  });
  const facts: RoundFacts = {
    elected: all(round.elected),
    eliminated: all(round.eliminated),
    isAnyElected: round.elected.length > 0,
    moves: round.transfers.length > 0,
    name,
    votes,
    plural: (value, one, others) => (votes(value) === "1" ? one : others),
    votesOf,
    all: (options) => all(options).names,
  };
  const isRanked = methods[figures.method].ballots === "ranks";
  const tieBreakOf = (by: TieBreak) =>
    texts.tieBreaks[by === "first_ranks" && !isRanked ? "best_grades" : by];
  const ties = figures.ties
    .filter((tie) => tie.round === index)
    .map(({ order, by }) =>
      texts.tie(lists.format(order.map(name)), lists.format(by.map(tieBreakOf))),
    );
  return [texts.round(round.reason, facts), ...ties].flat().filter(Boolean).join(" ");
}
