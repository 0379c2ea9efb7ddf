import { languagesOf } from "../translations/text-language";
import { currentAttributes } from "./attributes";
import type { Poll } from "./poll";
import { settingNames, settingOf } from "./settings";

/** `settings` in responses: booleans, lists and objects always, others if set (docs/reference/polls.md#settings). */
export function settingsWire(
  poll: Pick<Poll, "settings" | "votingCategories" | "passwordHash">,
  languages: readonly string[] = languagesOf(poll.settings),
): Readonly<Record<string, unknown>> {
  const shown = settingNames.flatMap((name) => {
    const { kind } = settingOf(name);
    const value = poll.settings[name];
    if (kind === "internal" || value === undefined) return [];
    return [[name, toWire(value, kind === "attributes")] as const];
  });
  return {
    ...Object.fromEntries(shown),
    voting_categories: poll.votingCategories.map(({ title }) => title),
    voting_category_ids: poll.votingCategories,
    languages,
    password_protected: poll.passwordHash !== undefined,
  };
}

function toWire(value: unknown, isAttributes: boolean): unknown {
  if (value instanceof Date) return value.toISOString();
  return isAttributes
    ? currentAttributes(value as Poll["settings"]["additional_attributes"])
    : value;
}
