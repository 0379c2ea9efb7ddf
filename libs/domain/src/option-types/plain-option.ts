import type { OptionType } from "./option-type";

/** The answers most classes share: a leaf without a file, voted on. */
export const plainOption = {
  simple: false,
  fileKinds: [],
  rendersFile: false,
  fileField: "attachment",
  requires: [],
  votable: "always",
  children: () => undefined,
  variantFor: () => undefined,
  groupedAs: undefined,
  ownFields: [],
  opensAtStartDate: false,
  contentIsImageName: false,
  isStep: false,
  isInput: false,
} as const satisfies Omit<OptionType, "name">;
