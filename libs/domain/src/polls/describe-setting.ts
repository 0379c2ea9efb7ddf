import { type FixedFrom, fixedFrom } from "./fixed-settings";
import type { SettingKind } from "./setting-kinds";
import { settingNames, settingOf } from "./settings";
import type { SettingName } from "./settings-table";

/** From when a setting is fixed, as a sentence for clients (docs/reference/polls.md#fixed-settings). */
export const fixedSentences: Readonly<Record<FixedFrom, string>> = {
  never: "",
  creation: " Fixed from its creation on.",
  first_option: " Fixed from the first option on.",
  first_vote: " Fixed from the first vote on.",
  stored_votes: " From the first vote on it changes only as far as all votes stay right.",
};

/** What a setting of polls means, its default, and from when it is fixed. */
export function describeSetting(name: SettingName): string {
  const { meaning, defaultText } = settingOf(name);
  const byDefault = defaultText === undefined ? "" : ` Default: \`${defaultText}\`.`;
  return `${meaning}${byDefault}${fixedSentences[fixedFrom.poll[name]]}`;
}

/** The settings that clients see, by name. */
export const shownSettings: readonly SettingName[] = settingNames
  .filter((name) => settingOf(name).kind !== "internal")
  .sort();

/** The kind of a setting. */
export const settingKindOf = (name: SettingName): SettingKind => settingOf(name).kind;
