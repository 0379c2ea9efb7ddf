import { pollTypes } from "../poll-types";
import { settingOf, settingsOfKind } from "./settings";

export interface ConfigurationHint {
  /** The default first; null: may be unset. */
  readonly allowed_values: readonly (string | null)[];
  /** False where the poll's type leaves no choice. */
  readonly writable: boolean;
}

/** S2.1: allowed values of every enumerated setting, given the poll's type (decisions 3). */
export function configurationHints(typeName: string): Readonly<Record<string, ConfigurationHint>> {
  const type = pollTypes.get(typeName);
  return Object.fromEntries(
    settingsOfKind("choice").map((name) => {
      const allowed = settingOf(name).allowed?.(type) ?? [];
      return [name, { allowed_values: allowed, writable: allowed.length > 1 }];
    }),
  );
}
