import { INTEGER_MAX } from "../input/fields";
import { fixedFrom } from "./fixed-settings";
import type { FixedFrom, Setting, SettingKind } from "./setting-kinds";
import { settingNames, settingOf } from "./settings";
import type { SettingName } from "./settings-table";

const SPENT_DOTS = " For dots, cannot go below what a participant has spent.";

const fixedSentences: Readonly<Record<FixedFrom, string>> = {
  first_answer: " Cannot be changed once there are answers.",
  first_option: " Cannot be changed once there are options.",
  first_vote: " Cannot be changed once there are votes.",
  stored_votes: " Once there are votes, a change must keep all of them valid.",
};

/** The sentences of settings on which only some votes depend. */
const storedVotesSentences: Readonly<Record<string, string>> = {
  timezone: " With `vote_per_day`, cannot be changed once there are votes.",
  vote_limit_per_voter: SPENT_DOTS,
  survey_step_vote_limit_per_voter: SPENT_DOTS,
};

/** From when a setting is fixed, as a sentence for clients (docs/reference/polls.md#fixed-settings). */
export function fixedSentence(name: string, from: FixedFrom | undefined): string {
  if (from === undefined) return "";
  const own = from === "stored_votes" ? storedVotesSentences[name] : undefined;
  return own ?? fixedSentences[from];
}

/** The bounds of an integer with a maximum of its own, such as `1 to 100`. Undefined for other settings. */
const boundsText = ({ bounds }: Pick<Setting<unknown>, "bounds">): string | undefined =>
  bounds === undefined || bounds[1] === INTEGER_MAX
    ? undefined
    : bounds.map((bound) => bound.toLocaleString("en")).join(" to ");

/** What a setting of polls means, its bounds, its default, and from when it is fixed (a sentence, or an empty text). */
export function settingFacts(name: SettingName) {
  const setting = settingOf(name);
  const { meaning, bounds, defaultText } = setting;
  const fixed = fixedSentence(name, fixedFrom.poll[name]);
  return { meaning, bounds, within: boundsText(setting), defaultText, fixed };
}

/** The facts of a setting as one text. */
export function describeSetting(name: SettingName): string {
  const { meaning, within, defaultText, fixed } = settingFacts(name);
  const bounds = within === undefined ? "" : ` From ${within}.`;
  const byDefault = defaultText === undefined ? "" : ` Default: \`${defaultText}\`.`;
  return `${meaning}${bounds}${byDefault}${fixed}`;
}

/** The settings that clients see, by name. */
export const shownSettings: readonly SettingName[] = settingNames.filter(
  (name) => settingOf(name).kind !== "internal",
);

export const settingKindOf = (name: SettingName): SettingKind => settingOf(name).kind;
