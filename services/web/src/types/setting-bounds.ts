import type { SettingName } from "./settings";

/** The bounds of numbers that do not begin at 0, or end early. A test compares them with those of the service. */
const bounds: Readonly<Partial<Record<SettingName, readonly [min: number, max?: number]>>> = {
  vote_limit_per_option_min: [-2_147_483_648],
  options_per_page: [1, 100],
  participant_limit: [1, 100_000],
  seats: [1, 1_000],
};

export function boundsOf(name: SettingName): { readonly min: number; readonly max: number } {
  const [min = 0, max = 2_147_483_647] = bounds[name] ?? [];
  return { min, max };
}
