import { translated } from "../translations/translations";
import type { Poll } from "./poll";
import type { PollTranslations } from "./poll-texts";
import type { StoredSettings } from "./setting-kinds";

/** The poll as members read it: with the texts of one translation, or as it was written. */
export function translatePoll(poll: Poll, language: string | undefined): Poll {
  const { translations = {}, language: own } = poll.settings;
  const { voting_categories: titles = {}, ...texts } =
    (language === undefined ? undefined : translations[language]) ?? {};
  return {
    ...translated(poll, texts),
    settings: {
      ...translated(poll.settings, texts),
      language: language ?? own,
      translations: undefined,
    },
    votingCategories: poll.votingCategories.map((category) => ({
      ...category,
      title: titles[category.id] ?? category.title,
    })),
  };
}

/** The settings of a poll that gets another title: its translations have none. */
export function withoutTitles(stored: StoredSettings): StoredSettings {
  const { translations } = stored as { readonly translations?: PollTranslations };
  if (translations === undefined) return stored;
  const kept = Object.entries(translations).map(([language, { title: _, ...texts }]) => [
    language,
    texts,
  ]);
  return { ...stored, translations: Object.fromEntries(kept) };
}
