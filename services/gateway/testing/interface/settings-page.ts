import { describeSetting, settingKindOf, shownSettings } from "@polls/domain/polls";
import { code, table } from "./markdown";

/** docs/reference/settings.md with every setting of polls. */
export const settingsPage = (): string => `# All settings of polls

[Polls](polls.md#settings) explains how settings work together. All readers of a poll read them. Admins change them with an [update](polls.md#update). A [creation](polls.md#creation-with-settings-and-options) accepts all settings in \`settings\`, all but choices also in \`poll\`. \`null\` resets a setting to its default.

${table(
  ["setting", "kind", "meaning"],
  shownSettings.map((name) => [code(name), settingKindOf(name), describeSetting(name)]),
)}
`;
