import { createPollBody, describeSetting, settingKindOf, shownSettings } from "@polls/domain/polls";
import { code, table } from "./markdown";

/** docs/reference/settings.md: every setting of polls. */
export const settingsPage = (): string => `# All settings of polls

Made from the table of settings by \`npm run interface\`. How settings work together is in [polls](polls.md#settings).

Everyone who reads a poll reads its settings. Admins write them in an [update](polls.md#update), all but the enumerated ones also in a [creation](polls.md#creation). \`null\` sets a setting back to its default.

${table(
  ["setting", "kind", "at creation", "meaning"],
  shownSettings.map((name) => [
    code(name),
    settingKindOf(name),
    Object.hasOwn(createPollBody.shape.poll.shape, name) ? "yes" : "no",
    describeSetting(name),
  ]),
)}
`;
