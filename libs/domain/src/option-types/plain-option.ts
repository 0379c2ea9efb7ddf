import type { OptionType } from "./option-type";

/** The values that most classes share: no file, no children, votable. */
export const plainOption = {
  simple: false,
  fileKinds: [],
  rendersFile: false,
  fileField: "attachment",
  requires: [],
  votable: true,
  children: () => undefined,
  variantFor: () => undefined,
  groupedAs: undefined,
  ownFields: [],
  dates: "days_or_times",
  opensAtStartDate: false,
  contentIsImageName: false,
  isStep: false,
  isInput: false,
} as const satisfies Omit<OptionType, "name">;
