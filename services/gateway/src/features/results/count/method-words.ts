import { type CountingMethod, methods } from "@polls/domain/counting";
import type { MethodChange, Poll } from "@polls/domain/polls";
import type { Language } from "@polls/markup";

interface Elected {
  readonly options: number;
  readonly elected: number;
}

interface MethodWords {
  readonly names: Readonly<Record<CountingMethod, string>>;
  readonly none: string;
  readonly changed: (from: string, to: string) => string;
  readonly methods: Readonly<Record<CountingMethod, string>>;
  readonly seats: (seats: number) => string;
  readonly emptySeats: (facts: Elected & { readonly seats: number }) => string;
}

const en: MethodWords = {
  names: {
    borda: "Borda",
    instant_runoff: "instant runoff",
    single_transferable: "single transferable vote",
    ranked_pairs: "ranked pairs",
    schulze: "Schulze",
    ranked_robin: "ranked robin",
    average: "highest average",
    score: "highest sum",
    star: "STAR",
    star_proportional: "allocated score",
    majority_judgment: "majority judgment",
    approval: "approval voting",
    sequential_phragmen: "Phragmén",
  },
  none: "no method",
  changed: (from, to) => `The counting method was changed from ${from} to ${to}.`,
  methods: {
    borda:
      "Points by rank (Borda): the better the rank, the more points an option gets. The most points win.",
    instant_runoff:
      "Instant runoff: while no option has more than half of the votes, the one with the fewest is eliminated, and its votes move to the next rank of each ballot.",
    single_transferable:
      "Single transferable vote: an option that reaches the quota is elected, and what it has above the quota moves to the next rank of each ballot. If none reaches it, the option with the fewest votes is eliminated.",
    ranked_pairs:
      "Ranked pairs: each option is compared with each other, and the clearest wins count first.",
    schulze:
      "Schulze method: each option is compared with each other, and the strongest path of wins decides.",
    ranked_robin:
      "Ranked robin: each option is compared with each other, and the most wins decide.",
    average: "The highest average of the scores wins.",
    score: "The highest sum of the scores wins.",
    star: "STAR: the two options with the highest scores meet in a runoff, which the one wins that more ballots score higher.",
    star_proportional:
      "Allocated score: the option with the highest score is elected, and the ballots that support it most are spent, until all seats are taken.",
    majority_judgment:
      "Majority judgment: the best middle grade wins. Half of the ballots give it at least this grade.",
    approval: "Approval voting: the most approvals win.",
    sequential_phragmen:
      "Phragmén's method: the seats are shared out in proportion, so that each voter bears as little as possible for the elected options.",
  },
  seats: (seats) => (seats === 1 ? "" : `${seats} options are elected.`),
  emptySeats: ({ seats, options, elected }) =>
    elected === options && options > 1
      ? `All ${options} options are elected, for ${seats} seats.`
      : `${elected} of ${options} ${options === 1 ? "option" : "options"} ${elected === 1 ? "is" : "are"} elected, for ${seats} seats.`,
};

const de: MethodWords = {
  names: {
    borda: "Borda",
    instant_runoff: "Instant-Runoff",
    single_transferable: "Übertragbare Einzelstimme",
    ranked_pairs: "Ranked Pairs",
    schulze: "Schulze",
    ranked_robin: "Ranked Robin",
    average: "Höchster Durchschnitt",
    score: "Höchste Summe",
    star: "STAR",
    star_proportional: "Allocated Score",
    majority_judgment: "Majority Judgment",
    approval: "Zustimmungswahl",
    sequential_phragmen: "Phragmén",
  },
  none: "kein Verfahren",
  changed: (from, to) => `Das Zählverfahren wurde geändert, von „${from}“ zu „${to}“.`,
  methods: {
    borda:
      "Punkte nach Rang (Borda): Je besser der Rang, desto mehr Punkte bekommt eine Option. Die meisten Punkte gewinnen.",
    instant_runoff:
      "Instant-Runoff: Solange keine Option mehr als die Hälfte der Stimmen hat, scheidet die mit den wenigsten aus, und ihre Stimmen gehen an den nächsten Rang jedes Stimmzettels.",
    single_transferable:
      "Übertragbare Einzelstimme: Wer die Quote erreicht, ist gewählt, und was darüber liegt, geht an den nächsten Rang jedes Stimmzettels. Erreicht sie keine Option, scheidet die mit den wenigsten Stimmen aus.",
    ranked_pairs:
      "Ranked Pairs: Jede Option wird mit jeder anderen verglichen, und die deutlichsten Siege zählen zuerst.",
    schulze:
      "Schulze-Methode: Jede Option wird mit jeder anderen verglichen, und der stärkste Pfad von Siegen entscheidet.",
    ranked_robin:
      "Ranked Robin: Jede Option wird mit jeder anderen verglichen, und die meisten Siege entscheiden.",
    average: "Der höchste Durchschnitt der Punkte gewinnt.",
    score: "Die höchste Summe der Punkte gewinnt.",
    star: "STAR: Die zwei Optionen mit den meisten Punkten kommen in eine Stichwahl. Es gewinnt, wer auf mehr Stimmzetteln mehr Punkte hat.",
    star_proportional:
      "Allocated Score: Die Option mit den meisten Punkten ist gewählt, und die Stimmzettel, die sie am meisten stützen, sind verbraucht, bis alle Plätze vergeben sind.",
    majority_judgment:
      "Majority Judgment: Die beste mittlere Note gewinnt. Die Hälfte der Stimmzettel gibt mindestens diese Note.",
    approval: "Zustimmungswahl: Die meisten Zustimmungen gewinnen.",
    sequential_phragmen:
      "Verfahren von Phragmén: Die Plätze werden verhältnisgerecht verteilt, so dass die Gewählten jeder Stimme möglichst wenig Last geben.",
  },
  seats: (seats) => (seats === 1 ? "" : `${seats} Optionen werden gewählt.`),
  emptySeats: ({ seats, options, elected }) =>
    elected === options && options > 1
      ? `Alle ${options} Optionen sind gewählt, für ${seats} Plätze.`
      : `${elected} von ${options} ${options === 1 ? "Option" : "Optionen"} ${elected === 1 ? "ist" : "sind"} gewählt, für ${seats} Plätze.`,
};

const words: Readonly<Record<Language, MethodWords>> = { en, de };

/** How the ballots of a poll are counted, in a language, or were in a count. Undefined: the poll has no method. */
export function methodSentence(
  { settings: { counting_method, seats = 1 } }: Pick<Poll, "settings">,
  language: Language,
  count?: Elected,
): string | undefined {
  if (counting_method === undefined) return undefined;
  const texts = words[language];
  const several = () =>
    count !== undefined && count.elected < seats && seats > 1
      ? texts.emptySeats({ ...count, seats })
      : texts.seats(seats);
  return [texts.methods[counting_method], methods[counting_method].seats === "one" ? "" : several()]
    .filter(Boolean)
    .join(" ");
}

export function changeSentence(
  { from, to }: Pick<MethodChange, "from" | "to">,
  language: Language,
): string {
  const { names, none, changed } = words[language];
  const nameOf = (method: CountingMethod | null) => (method === null ? none : names[method]);
  return changed(nameOf(from), nameOf(to));
}
