/** S2.2, `state`: how far a proposal of a collection has come. */
export const optionStates = [
  "incoming",
  "investigation",
  "planned",
  "in_implementation",
  "rejected",
  "done",
] as const;

export type OptionState = (typeof optionStates)[number];

/** Decisions 3: the first of the poll's `default_states`, else `incoming`. */
export const initialState = (defaultStates: readonly OptionState[]): OptionState =>
  defaultStates[0] ?? optionStates[0];
