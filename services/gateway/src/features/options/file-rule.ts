import type { PollCaller } from "@polls/domain/access";
import { categoryType, optionTypes } from "@polls/domain/option-types";
import { submittedFilesMax } from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import type { FileRule } from "../../http/uploads/file-rule";

/** What poll and option tell of the files; the owner's storage is another matter. */
export type KnownFiles = Omit<FileRule, "bytesLeft">;

const everyKind = [...new Set(optionTypes.all.flatMap(({ fileKinds }) => fileKinds))];

/** The files of a new option, as far as they are known before its fields: its parent decides its class. */
export function ruleOfNewOption(
  { poll, access }: PollCaller,
  { mayAnswer }: { readonly mayAnswer: boolean },
): KnownFiles {
  const { settings } = poll;
  const family = optionTypes.get(settings.option_type);
  const files = { hasFile: true, hasYoutubeId: false, hasVimeoId: false };
  const topLevel = optionTypes.get(family.variantFor(files) ?? family.name);
  const category =
    access === "admin" && pollTypes.get(poll.type).hasCategories
      ? optionTypes.get(categoryType).fileKinds
      : [];
  const kinds = mayAnswer ? everyKind : [...new Set([...topLevel.fileKinds, ...category])];
  return { ...limitsOf(poll), kinds, maxFiles: submittedFilesMax(settings) };
}

/** The file of an option that exists. */
export const ruleOfOption = (poll: PollCaller["poll"], optionType: string): KnownFiles => ({
  ...limitsOf(poll),
  kinds: optionTypes.get(optionType).fileKinds,
  maxFiles: 1,
});

const limitsOf = ({ settings }: PollCaller["poll"]) => ({
  maxMegabytes: settings.file_size_max_mb,
});
