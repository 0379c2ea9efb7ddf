import { settingFacts, settingKindOf, shownSettings } from "@polls/domain/polls";
import { code, list } from "./markdown";

const NO_EFFECT = " Has no effect on the API.";
const KEEPS_VOTES = " Once there are votes, a change must keep all of them valid.";

function itemOf(name: (typeof shownSettings)[number]): string {
  const kind = settingKindOf(name);
  const { meaning, defaultText, fixed } = settingFacts(name);
  const facts = [
    kind,
    ...(defaultText === undefined ? [] : [code(defaultText)]),
    ...(meaning.includes(NO_EFFECT) ? ["pages"] : []),
    ...(fixed === KEEPS_VOTES ? ["bound"] : []),
  ];
  const text = meaning
    .replace(NO_EFFECT, "")
    .replace(
      kind === "boolean" ? /^(Extension: )?whether (.)/i : /^$/,
      (_, mark = "", first) => `${mark}${mark === "" ? first.toUpperCase() : first}`,
    );
  return `${code(name)} (${facts.join(", ")}): ${text}${fixed === KEEPS_VOTES ? "" : fixed}`;
}

/** docs/reference/settings.md with every setting of polls. */
export const settingsPage = (): string => `# All settings of polls

[Polls](polls.md#settings) explains how settings work together. All readers of a poll read them. Admins change them with an [update](polls.md#update). A [creation](polls.md#creation-with-settings-and-options) accepts all settings in \`settings\`, all but choices also in \`poll\`. \`null\` resets a setting to its default.

Each line has the kind of the setting, its default, and its meaning: for a boolean, what \`true\` means. "Pages": it has no effect on the API. "Bound": once there are votes, a change must keep all of them valid.

${list(shownSettings.map(itemOf))}
`;
