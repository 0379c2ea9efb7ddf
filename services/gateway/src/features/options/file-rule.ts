import type { PollCaller } from "@polls/domain/access";
import { categoryType, optionTypes } from "@polls/domain/option-types";
import { submittedFilesMax } from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import type { FileRule } from "../../http/uploads/file-rule";

/** The rules for files that follow from the poll and the option, without the storage quota. */
export type KnownFiles = Omit<FileRule, "bytesLeft">;

const everyKind = [...new Set(optionTypes.all.flatMap(({ fileKinds }) => fileKinds))];

/**
 * The rules for files of a new option. They are incomplete before its fields are read, because the
 * parent decides its class.
 */
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

/** The rules for the file of an existing option. */
export const ruleOfOption = (poll: PollCaller["poll"], optionType: string): KnownFiles => ({
  ...limitsOf(poll),
  kinds: optionTypes.get(optionType).fileKinds,
  maxFiles: 1,
});

const limitsOf = ({ settings }: PollCaller["poll"]) => ({
  maxMegabytes: settings.file_size_max_mb,
  filesKey: "option_attachments" as const,
});
