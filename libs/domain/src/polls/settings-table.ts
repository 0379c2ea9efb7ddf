import type { Dependents, Setting } from "./setting-kinds";
import { settingsOfResults } from "./settings-of-results";
import {
  settingsOfFirstOption,
  settingsOfFirstVote,
  settingsOfStoredVotes,
} from "./settings-of-votes";
import { settingsWithoutDependents } from "./settings-without-dependents";

/** The rows of a group, each with what depends on it. */
const group = <Rows extends Readonly<Record<string, Setting<unknown>>>>(
  dependents: Dependents,
  rows: Rows,
) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { ...row, ...dependents }]),
  ) as { readonly [Name in keyof Rows]: Rows[Name] & Dependents };

/**
 * All settings by wire name (docs/reference/polls.md#settings), in groups by what depends on them. Voting categories
 * have a separate column.
 */
export const settingsTable = {
  ...group({ fixedFrom: "first_option", changesResults: true }, settingsOfFirstOption),
  ...group({ fixedFrom: "first_vote", changesResults: true }, settingsOfFirstVote),
  ...group({ fixedFrom: "stored_votes", changesResults: true }, settingsOfStoredVotes),
  ...group({ fixedFrom: undefined, changesResults: true }, settingsOfResults),
  ...group({ fixedFrom: undefined, changesResults: false }, settingsWithoutDependents),
};

export type SettingName = keyof typeof settingsTable;
