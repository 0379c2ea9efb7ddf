import type { KnownProvider } from "../access/sign-in-providers";
import { pollTypes, voteTypesFor } from "../poll-types";
import { voteTypes } from "../vote-types";
import { describeSetting } from "./describe-setting";
import { type PollSettings, pollSettingsOf, settingOf, settingsOfKind } from "./settings";

export interface ConfigurationHint {
  /** The meaning of the setting, its default, and from when it is fixed. */
  readonly description: string;
  /** The first is the default; null means unset. Of a list: the possible entries. */
  readonly allowed_values: readonly (string | null)[];
  /** False where the type of the poll allows only one value. */
  readonly writable: boolean;
}

/** Only providers of the deployment are offered. */
const isOffered =
  (providers: readonly Pick<KnownProvider, "id">[]) =>
  (value: string | null): boolean =>
    value === null || value === "facebook" || providers.some(({ id }) => id === value);

/** Types of polls whose votes are texts or comparisons, and surveys, sell none. */
const isSellable =
  (sold: readonly string[]) =>
  (value: string | null): boolean =>
    value !== "voting_sell_votes" || sold.some((name) => voteTypes.get(name).maySell);

/** Allowed values of enumerated settings in a poll (docs/reference/polls.md#configuration-hints). */
export function configurationHints(
  typeName: string,
  settings: PollSettings = pollSettingsOf(typeName, {}),
  providers: readonly Pick<KnownProvider, "id">[] = [],
): Readonly<Record<string, ConfigurationHint>> {
  const type = pollTypes.get(typeName);
  const filters: Readonly<Record<string, (value: string | null) => boolean>> = {
    access_by_provider: isOffered(providers),
    voting_fee_type: isSellable(voteTypesFor(type)),
  };
  return Object.fromEntries(
    [...settingsOfKind("choice"), "tie_break" as const].map((name) => {
      const all = settingOf(name).allowed?.(type, { ...settings }) ?? [];
      const allowed = all.filter(filters[name] ?? (() => true));
      const description = describeSetting(name);
      return [name, { description, allowed_values: allowed, writable: allowed.length > 1 }];
    }),
  );
}
