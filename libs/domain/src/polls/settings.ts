import { pollTypes } from "../poll-types";
import type { PollType } from "../poll-types/poll-type";
import type { Dependents, Setting, SettingKind, StoredSettings } from "./setting-kinds";
import { type SettingName, settingsTable } from "./settings-table";

type ValueOf<Row> = Row extends Setting<infer Value> ? Value : never;

/** All settings by wire name, with defaults. Undefined means not set. */
export type PollSettings = {
  readonly [Name in SettingName]: ValueOf<(typeof settingsTable)[Name]>;
};

/** The names of all settings, in the order of responses. */
export const settingNames = Object.keys(settingsTable).sort() as readonly SettingName[];

/** The entry of the table, without its value type. */
export const settingOf = (name: SettingName): Setting<unknown> & Dependents => settingsTable[name];

/** Settings on which no result depends. */
export const settingsWithoutResult: readonly SettingName[] = settingNames.filter(
  (name) => !settingOf(name).changesResults,
);

/** The names of all settings of these kinds. */
export const settingsOfKind = (...kinds: readonly SettingKind[]): readonly SettingName[] =>
  settingNames.filter((name) => kinds.includes(settingOf(name).kind));

/** Stored settings with the defaults of the poll type. Throws on an unknown type. */
export function pollSettingsOf(typeName: string, stored: unknown): PollSettings {
  const type = pollTypes.get(typeName);
  const values = (typeof stored === "object" && stored !== null ? stored : {}) as StoredSettings;
  const settings: Record<string, unknown> = {};
  for (const name of settingNames) settings[name] = resolve(settingOf(name), name, type, values);
  return settings as PollSettings;
}

function resolve(
  setting: Setting<unknown>,
  name: SettingName,
  type: PollType,
  stored: StoredSettings,
): unknown {
  const value = stored[name];
  return value === undefined || value === null
    ? setting.fallback(type, stored)
    : setting.revive(value);
}
