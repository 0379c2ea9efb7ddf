import type { Poll } from "@polls/client";

export type CountingMethod = NonNullable<Poll["settings"]["counting_method"]>;

export const electsSeveral = (method: CountingMethod): boolean => method !== "instant_runoff";

export const takesEqualRanks = (method: CountingMethod | undefined): boolean =>
  method === "ranked_pairs" || method === "schulze" || method === "ranked_robin";
