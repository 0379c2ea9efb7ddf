/** The opinion on the option that a choice with a meaning is. */
export const opinions = { yes: "yes", maybe: "maybe", no: "no", chosen: "yes" } as const;

/** What a choice means to readers (docs/reference/opt-in.md#what-is-shown). */
export type ChoiceMeaning = keyof typeof opinions;
export type Opinion = (typeof opinions)[ChoiceMeaning];

/** A value of a vote type whose votes choose one of a few. */
export interface Choice {
  readonly value: number;
  readonly meaning: ChoiceMeaning;
}

/** Lists of choices, the best first. */
export const chosen: readonly Choice[] = [{ value: 1, meaning: "chosen" }];
export const yesNo: readonly Choice[] = [
  { value: 1, meaning: "yes" },
  { value: -1, meaning: "no" },
];
export const yesNoMaybe: readonly Choice[] = [
  { value: 2, meaning: "yes" },
  { value: 1, meaning: "maybe" },
  { value: 0, meaning: "no" },
];

/** What a value means. Undefined: it is no choice. */
export const meaningOf = (choices: readonly Choice[], value: unknown): ChoiceMeaning | undefined =>
  choices.find((choice) => choice.value === value)?.meaning;

/** The opinion that a value is. Undefined: it is no choice. */
export function opinionOf(choices: readonly Choice[], value: unknown): Opinion | undefined {
  const meaning = meaningOf(choices, value);
  return meaning && opinions[meaning];
}

/** Whether one of the choices is a no. */
export const takesNo = (choices: readonly Choice[]): boolean =>
  choices.some(({ meaning }) => opinions[meaning] === "no");
