import type { Reason, RoundFacts, SentenceWords } from "./sentences-en";

const electedWith = (what: string, { elected, isAnyElected }: RoundFacts): string => {
  if (!isAnyElected) return "";
  const { names, several, votes } = elected;
  return several
    ? `${names} haben ${what} und sind gewählt.`
    : `${names} hat ${what}${votes === undefined ? "" : ` (${votes})`} und ist gewählt.`;
};

const areElected = ({ elected, isAnyElected }: RoundFacts): string =>
  isAnyElected ? `${elected.names} ${elected.several ? "sind" : "ist"} gewählt.` : "";

function round(reason: Reason, facts: RoundFacts): string | readonly string[] {
  const { name, votes, plural, votesOf, all, elected, eliminated, moves } = facts;
  switch (reason.kind) {
    case "highest":
      return electedWith("am meisten", facts);
    case "majority":
      return `${name(reason.option)} hat ${votesOf(reason.option)} von ${votes(reason.of)} ${plural(reason.of, "Stimme", "Stimmen")}, also mehr als die Hälfte, und ist gewählt.`;
    case "elimination": {
      const { names, several, votes: fewest } = eliminated;
      const goes = several
        ? `${names} haben die wenigsten Stimmen und scheiden aus.`
        : `${names} hat die wenigsten Stimmen${fewest === undefined ? "" : ` (${fewest})`} und scheidet aus.`;
      return [
        areElected(facts),
        goes,
        moves ? "Diese Stimmen gehen an die nächste Option jedes Stimmzettels." : "",
      ];
    }
    case "filled":
      return [areElected(facts), "Alle Plätze sind vergeben."];
    case "remaining":
      return ["Es sind so viele Optionen übrig wie Plätze.", areElected(facts)];
    case "surplus":
      return [
        facts.isAnyElected
          ? `${elected.names} ${elected.several ? "erreichen" : "erreicht"} die Quote und ${elected.several ? "sind" : "ist"} gewählt.`
          : "",
        `Der Überschuss von ${name(reason.option)}, ${votes(reason.surplus)} ${plural(reason.surplus, "Stimme", "Stimmen")}, geht weiter: von jedem Stimmzettel der Anteil ${reason.factor.exact}.`,
      ];
    case "pair_wins":
      return electedWith("die meisten Siege gegen die anderen", facts);
    case "locked_pairs": {
      const skipped = reason.pairs.filter(({ locked }) => !locked).length;
      return [
        "Die Siege zählen vom deutlichsten bis zum knappsten.",
        skipped > 0
          ? `Stärkeren Siegen würden ${skipped} davon widersprechen; sie zählen nicht.`
          : "",
        areElected(facts),
      ];
    }
    case "strongest_paths":
      return facts.isAnyElected
        ? `${elected.names} ${elected.several ? "haben" : "hat"} die stärksten Pfade von Siegen zu den anderen und ${elected.several ? "sind" : "ist"} gewählt.`
        : "";
    case "finalists":
      return `${all(reason.finalists)} haben die meisten Punkte und kommen in die Stichwahl.`;
    case "runoff": {
      const [one = 0, other = 0] = reason.finalists;
      const counts = `Stimmzettel, die ${name(one)} vorziehen: ${votesOf(one)}; die ${name(other)} vorziehen: ${votesOf(other)}; die beiden gleich viel geben: ${votes(reason.equal)}.`;
      const by = {
        preferences: "",
        score: "Es entscheiden die höheren Punkte.",
        tie_break: "Es entscheidet die Regel für Gleichstand.",
      }[reason.decidedBy];
      return [counts, by, areElected(facts)];
    }
    case "median_grade":
      return electedWith("die beste mittlere Note", facts);
    case "load":
      return `${name(reason.option)} hat die geringste Last für jede Stimme (${votes(reason.load)}) und ist gewählt.`;
    case "allocation":
      return `${name(reason.option)} hat die meisten Punkte (${votesOf(reason.option)}) und ist gewählt. Die Stimmzettel, die am meisten dafür geben, sind verbraucht, so viele wie ein Platz braucht.`;
  }
}

export const de: SentenceWords = {
  quoted: (name) => `„${name}“`,
  round,
  tie: (options, by) => `Zwischen ${options} steht es gleich; das entscheidet: ${by}.`,
  tieBreaks: {
    first_ranks: "mehr erste Ränge",
    best_grades: "mehr höchste Noten",
    earlier_option: "die frühere Option",
    seed: "das Los",
  },
};
