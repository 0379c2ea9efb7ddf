import type { Poll } from "@polls/client";

export type CountingMethod = NonNullable<Poll["settings"]["counting_method"]>;

/** Whether the method elects several options. */
export const electsSeveral = (method: CountingMethod): boolean => method !== "instant_runoff";

/** Whether the method defines equal ranks. */
export const takesEqualRanks = (method: CountingMethod | undefined): boolean =>
  method === "ranked_pairs" || method === "schulze" || method === "ranked_robin";
