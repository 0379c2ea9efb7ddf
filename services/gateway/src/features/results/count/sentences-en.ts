import type { TieBreak } from "@polls/domain/counting";
import type { CountFigures, Exact } from "../../ratings/make-count";

export type Reason = CountFigures["rounds"][number]["reason"];

interface Named {
  /** Names in quotation marks, as a list. */
  readonly names: string;
  readonly several: boolean;
  /** Of a single option: its votes. */
  readonly votes: string | undefined;
}

export interface RoundFacts {
  readonly elected: Named;
  readonly isAnyElected: boolean;
  readonly eliminated: Named;
  readonly moves: boolean;
  readonly name: (option: number) => string;
  readonly votes: (votes: Exact | number) => string;
  /** Which of two texts fits a number as it is shown. */
  readonly plural: (votes: Exact | number, one: string, others: string) => string;
  readonly votesOf: (option: number) => string;
  readonly all: (options: readonly number[]) => string;
}

export interface SentenceWords {
  readonly quoted: (name: string) => string;
  readonly round: (reason: Reason, facts: RoundFacts) => string | readonly string[];
  readonly tie: (options: string, by: string) => string;
  /** `best_grades` is what `first_ranks` means on ballots with scores or approvals. */
  readonly tieBreaks: Readonly<Record<TieBreak | "best_grades", string>>;
}

const electedWith = (what: string, { elected, isAnyElected }: RoundFacts): string => {
  if (!isAnyElected) return "";
  const { names, several, votes } = elected;
  return several
    ? `${names} have ${what} and are elected.`
    : `${names} has ${what}${votes === undefined ? "" : ` (${votes})`} and is elected.`;
};

const areElected = ({ elected, isAnyElected }: RoundFacts): string =>
  isAnyElected ? `${elected.names} ${elected.several ? "are" : "is"} elected.` : "";

function round(reason: Reason, facts: RoundFacts): string | readonly string[] {
  const { name, votes, plural, votesOf, all, elected, eliminated, moves } = facts;
  switch (reason.kind) {
    case "highest":
      return electedWith("the most", facts);
    case "majority":
      return `${name(reason.option)} has ${votesOf(reason.option)} of ${votes(reason.of)} ${plural(reason.of, "vote", "votes")}, more than half, and is elected.`;
    case "elimination": {
      const { names, several, votes: fewest } = eliminated;
      const goes = several
        ? `${names} have the fewest votes and are eliminated.`
        : `${names} has the fewest votes${fewest === undefined ? "" : ` (${fewest})`} and is eliminated.`;
      return [
        areElected(facts),
        goes,
        moves ? "These votes move to the next option of each ballot." : "",
      ];
    }
    case "filled":
      return [areElected(facts), "All seats are taken."];
    case "remaining":
      return ["As many options are left as seats.", areElected(facts)];
    case "surplus":
      return [
        facts.isAnyElected
          ? `${elected.names} ${elected.several ? "reach" : "reaches"} the quota, and ${elected.several ? "are" : "is"} elected.`
          : "",
        `The surplus of ${name(reason.option)}, ${votes(reason.surplus)} ${plural(reason.surplus, "vote", "votes")}, moves on with the share ${reason.factor.exact} of each ballot.`,
      ];
    case "pair_wins":
      return electedWith("the most wins against the others", facts);
    case "locked_pairs": {
      const skipped = reason.pairs.filter(({ locked }) => !locked).length;
      return [
        "The wins count from the strongest to the weakest.",
        skipped > 0 ? `${skipped} of them would contradict stronger ones and do not count.` : "",
        areElected(facts),
      ];
    }
    case "strongest_paths":
      return facts.isAnyElected
        ? `${elected.names} ${elected.several ? "have" : "has"} the strongest paths of wins to the others and ${elected.several ? "are" : "is"} elected.`
        : "";
    case "finalists":
      return `${all(reason.finalists)} have the highest scores and meet in the runoff.`;
    case "runoff": {
      const [one = 0, other = 0] = reason.finalists;
      const counts = `Ballots that prefer ${name(one)}: ${votesOf(one)}; that prefer ${name(other)}: ${votesOf(other)}; that give both the same: ${votes(reason.equal)}.`;
      const by = {
        preferences: "",
        score: "The higher score decides.",
        tie_break: "The order for ties decides.",
      }[reason.decidedBy];
      return [counts, by, areElected(facts)];
    }
    case "median_grade":
      return electedWith("the best middle grade", facts);
    case "load":
      return `${name(reason.option)} has the lowest load for each of its voters (${votes(reason.load)}) and is elected.`;
    case "allocation":
      return `${name(reason.option)} has the highest score (${votesOf(reason.option)}) and is elected. The ballots that score it highest are spent, as many as a seat needs.`;
  }
}

export const en: SentenceWords = {
  quoted: (name) => `“${name}”`,
  round,
  tie: (options, by) => `Between ${options} there is a tie, which this order decides: ${by}.`,
  tieBreaks: {
    first_ranks: "more first ranks",
    best_grades: "more of the highest grade",
    earlier_option: "the earlier option",
    seed: "a draw",
  },
};
