import { createPollBody, describeSetting, settingKindOf, shownSettings } from "@polls/domain/polls";
import { code, table } from "./markdown";

/** docs/reference/settings.md with every setting of polls. */
export const settingsPage = (): string => `# All settings of polls

\`npm run interface\` generates this page from the table of settings. [Polls](polls.md#settings) explains how settings work together.

All readers of a poll read its settings. Admins change them with an [update](polls.md#update). A [creation](polls.md#creation-with-settings-and-options) accepts all settings in \`settings\`, and those with "yes" also in \`poll\`. \`null\` resets a setting to its default.

${table(
  ["setting", "kind", "in `poll` at creation", "meaning"],
  shownSettings.map((name) => [
    code(name),
    settingKindOf(name),
    Object.hasOwn(createPollBody.shape.poll.shape, name) ? "yes" : "no",
    describeSetting(name),
  ]),
)}
`;
