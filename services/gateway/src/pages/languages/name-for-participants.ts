import { namedOption } from "@polls/db/rows";
import { nameOption } from "@polls/domain/naming";
import { nameValues, type Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { type Language, voteWordsIn } from "@polls/markup";

export type OptionToName = Pick<
  Option,
  "type" | "content" | "startDate" | "endDate" | "data" | "position"
>;

/**
 * Without file names and hidden names (docs/reference/options.md#names-of-options).
 * @param locale Of dates. Default: the language, as in exports; pages and mails have `VoteWords.locale`.
 */
export const nameForParticipants = (
  option: OptionToName,
  { settings }: Pick<Poll, "settings">,
  language: Language,
  locale: string = language,
): string =>
  nameOption(
    namedOption({
      ...option,
      content: nameValues(option, settings, false).content,
      fileName: undefined,
    }),
    { ...voteWordsIn(language), locale, timezone: settings.timezone },
  );
