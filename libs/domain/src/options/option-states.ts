/** Values of `state` in collections (docs/reference/options.md#state). */
export const optionStates = [
  "incoming",
  "investigation",
  "planned",
  "in_implementation",
  "rejected",
  "done",
] as const;

export type OptionState = (typeof optionStates)[number];

/** The state of a new option: the first of `default_states`, or else `incoming`. */
export const initialState = (defaultStates: readonly OptionState[]): OptionState =>
  defaultStates[0] ?? optionStates[0];
