import { pollTypes } from "../poll-types";
import { describeSetting } from "./describe-setting";
import { settingOf, settingsOfKind } from "./settings";

export interface ConfigurationHint {
  /** The meaning of the setting, its default, and from when it is fixed. */
  readonly description: string;
  /** The first is the default; null means unset. */
  readonly allowed_values: readonly (string | null)[];
  /** False where the type of the poll allows only one value. */
  readonly writable: boolean;
}

/** Allowed values of every enumerated setting, by poll type (docs/reference/polls.md#configuration-hints). */
export function configurationHints(typeName: string): Readonly<Record<string, ConfigurationHint>> {
  const type = pollTypes.get(typeName);
  return Object.fromEntries(
    settingsOfKind("choice").map((name) => {
      const allowed = settingOf(name).allowed?.(type) ?? [];
      const description = describeSetting(name);
      return [name, { description, allowed_values: allowed, writable: allowed.length > 1 }];
    }),
  );
}
