/** What a choice says of its option. */
export type Opinion = "yes" | "maybe" | "no";

/** What a choice can mean to readers (docs/reference/opt-in.md#what-is-shown), in the order of totals. */
export const choiceMeanings = ["yes", "maybe", "no", "chosen"] as const;
export type ChoiceMeaning = (typeof choiceMeanings)[number];

/** A value of a vote type whose votes choose one of a few. Any but a no is above 0, because it takes a place. */
export interface Choice {
  readonly value: number;
  readonly opinion: Opinion;
  /** Absent: that of its opinion. */
  readonly meaning?: ChoiceMeaning;
}

/** Lists of choices, the best first. */
export const chosen: readonly Choice[] = [{ value: 1, opinion: "yes", meaning: "chosen" }];
export const yesNo: readonly Choice[] = [
  { value: 1, opinion: "yes" },
  { value: -1, opinion: "no" },
];
export const yesNoMaybe: readonly Choice[] = [
  { value: 2, opinion: "yes" },
  { value: 1, opinion: "maybe" },
  { value: 0, opinion: "no" },
];

export const meaningOf = (choice: Choice): ChoiceMeaning => choice.meaning ?? choice.opinion;

/** The choice of a value. Undefined: it is none. */
export const choiceOf = (choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((choice) => choice.value === value);

/** Whether one of the choices is a no. */
export const takesNo = (choices: readonly Choice[]): boolean =>
  choices.some(({ opinion }) => opinion === "no");

/** Whether a yes is among the counting votes of a tally: without one, all votes but the noes are a maybe. */
export function includeYes(
  choices: readonly Choice[],
  { votes, total, noes }: { readonly votes: number; readonly total: number; readonly noes: number },
): boolean {
  const of = (wanted: Opinion) => choices.find(({ opinion }) => opinion === wanted)?.value;
  const no = of("no") ?? 0;
  return total > no * noes + (of("maybe") ?? no) * (votes - noes);
}

/** Whether one of the votes on an option is a yes. `distribution`: how often each value was given. */
export const hasYes = (
  choices: readonly Choice[],
  distribution: Readonly<Record<string, number>>,
): boolean =>
  Object.entries(distribution).some(
    ([value, count]) => count > 0 && choiceOf(choices, Number(value))?.opinion === "yes",
  );
