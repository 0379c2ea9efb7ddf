import { type FixedFrom, fixedFrom } from "./fixed-settings";
import type { SettingKind } from "./setting-kinds";
import { settingNames, settingOf } from "./settings";
import type { SettingName } from "./settings-table";

/** From when a setting is fixed, as a sentence for clients (docs/reference/polls.md#fixed-settings). */
export const fixedSentences: Readonly<Record<FixedFrom, string>> = {
  never: "",
  creation: " Cannot be changed after creation.",
  first_option: " Cannot be changed once there are options.",
  first_vote: " Cannot be changed once there are votes.",
  stored_votes: " Once there are votes, a change must keep all of them valid.",
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
