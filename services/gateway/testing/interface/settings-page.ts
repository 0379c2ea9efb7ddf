import { providerIds } from "@polls/domain/access";
import { pollTypes } from "@polls/domain/poll-types";
import {
  configurationHints,
  settingFacts,
  settingKindOf,
  shownSettings,
} from "@polls/domain/polls";
import { code, list } from "./markdown";

const NO_EFFECT = " Has no effect on the API.";
const UNSET = / Unset: (?:none|no limit|no minimum)\./;
/** What is said once above the list. */
const marks: Readonly<Record<string, string>> = {
  " Once there are votes, a change must keep all of them valid.": "bound",
  " Cannot be changed once there are votes.": "fixed",
};

const hints = pollTypes.names.map((type) =>
  configurationHints(
    type,
    undefined,
    providerIds.map((id) => ({ id })),
  ),
);

/** The values of a choice, the default first, of which types of polls may lack some. Undefined if they differ otherwise. */
function valuesOf(name: string): readonly string[] | undefined {
  const lists = hints.map((hint) => hint[name]?.allowed_values ?? []);
  const all = lists.reduce((one, other) => (other.length > one.length ? other : one));
  const isPart = (some: readonly (string | null)[]): boolean => {
    const kept = all.filter((value) => some.includes(value));
    return some[0] === all[0] && JSON.stringify(kept) === JSON.stringify(some);
  };
  return lists.every(isPart) ? all.map((value) => code(value ?? "null")) : undefined;
}

function itemOf(name: (typeof shownSettings)[number]): string {
  const kind = settingKindOf(name);
  const { meaning, within, defaultText, fixed } = settingFacts(name);
  const values = kind === "choice" ? valuesOf(name) : undefined;
  const facts = [
    ...(values ?? [
      within === undefined ? kind : `${kind} ${within}`,
      ...(defaultText === undefined ? [] : [code(defaultText)]),
    ]),
    ...(meaning.includes(NO_EFFECT) ? ["pages"] : []),
    ...(marks[fixed] === undefined ? [] : [marks[fixed]]),
  ];
  const text = meaning
    .replace(NO_EFFECT, "")
    .replace(UNSET, "")
    .replace(
      kind === "boolean" ? /^(Extension: )?whether (.)/i : /^$/,
      (_, mark = "", first) => `${mark}${mark === "" ? first.toUpperCase() : first}`,
    );
  return `${code(name)} (${facts.join(", ")}): ${text}${marks[fixed] === undefined ? fixed : ""}`;
}

/** docs/reference/settings.md with every setting of polls. */
export const settingsPage = (): string => `# All settings of polls

[Polls](polls.md#settings) explains how settings work together. Admins change them with an [update](polls.md#update). A [creation](polls.md#creation-with-settings-and-options) accepts all settings in \`settings\`, all but choices also in \`poll\`. \`null\` resets a setting to its default. [\`voting_categories\`](polls.md#voting-categories) is written and read like them.

Each line has the kind and the default, or the values of a choice, the default first, and the meaning: for a boolean, what \`true\` means. "Pages": it has no effect on the API. "Bound": once there are votes, a change must keep all of them valid; "fixed": it cannot be changed then. Integers are 0 or more, unless they have bounds or may be negative; one without a default is no limit.

${list(shownSettings.map(itemOf))}
`;
