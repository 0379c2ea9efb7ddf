import { type BallotKind, voteTypes } from "../vote-types";
import { type CountingMethod, countingMethods } from "./types";

/** What a method reads and how many options it elects. */
export interface MethodTraits {
  readonly ballots: BallotKind;
  readonly seats: "one" | "many";
  /** Whether a ballot may give several options one rank. */
  readonly equalRanks: boolean;
}

const ranks = { ballots: "ranks", seats: "many", equalRanks: false } as const;
const pairs = { ...ranks, equalRanks: true } as const;
const scores = { ballots: "scores", seats: "many", equalRanks: true } as const;
const approvals = { ballots: "approvals", seats: "many", equalRanks: true } as const;

/** The counting methods and what each defines (docs/reference/counting.md#methods). */
export const methods: Readonly<Record<CountingMethod, MethodTraits>> = {
  borda: ranks,
  instant_runoff: { ...ranks, seats: "one" },
  single_transferable: ranks,
  ranked_pairs: pairs,
  schulze: pairs,
  ranked_robin: pairs,
  average: scores,
  score: scores,
  star: scores,
  majority_judgment: scores,
  star_proportional: scores,
  approval: approvals,
  sequential_phragmen: approvals,
};

/** The traits of a method. Undefined for a name that is none, as settings have before they are checked. */
export const methodTraitsOf = (name: string): MethodTraits | undefined =>
  Object.hasOwn(methods, name) ? methods[name as CountingMethod] : undefined;

/** The methods that count the votes of a type (docs/reference/counting.md#methods). */
export function methodsOf(voteType: string): readonly CountingMethod[] {
  const ballots = voteTypes.find(voteType)?.ballots;
  return countingMethods.filter((method) => methods[method].ballots === ballots);
}
