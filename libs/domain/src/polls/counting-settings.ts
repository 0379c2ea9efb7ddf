import type { CountingMethod } from "../counting";
import type { StoredSettings } from "./setting-kinds";

/** A change of `counting_method` while there were votes. Null: without a method. */
export interface MethodChange {
  readonly from: CountingMethod | null;
  readonly to: CountingMethod | null;
  /** ISO 8601. */
  readonly at: string;
}

/** The newest changes that a poll keeps. */
const CHANGES_MAX = 100;

/** The settings of the poll before the change; empty for a new poll. */
interface Before {
  readonly counting_method?: CountingMethod | undefined;
  readonly counting_changes?: readonly MethodChange[];
}

/**
 * The stored settings, with the seed for ties of a new `counting_method`, and its change if there are votes
 * (docs/reference/results.md#count).
 */
export function withCountingSettings(
  after: StoredSettings,
  before: Before,
  facts: { readonly hasVotes: boolean; readonly now: Date; readonly newSeed: () => string },
): StoredSettings {
  const from = before.counting_method ?? null;
  const to = (after.counting_method ?? null) as CountingMethod | null;
  const changes = before.counting_changes ?? [];
  const change: MethodChange = { from, to, at: facts.now.toISOString() };
  return {
    ...after,
    ...(to !== null && after.counting_seed === undefined && { counting_seed: facts.newSeed() }),
    ...(from !== to &&
      facts.hasVotes && { counting_changes: [...changes, change].slice(-CHANGES_MAX) }),
  };
}
