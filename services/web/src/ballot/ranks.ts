import type { Ballot } from "./marks";
import { keyOf } from "./place";

/** The visitor's ranks of options. */
export const ranksIn = (
  { marks }: Ballot,
  optionIds: readonly string[],
): ReadonlyMap<string, number> =>
  new Map(
    optionIds.flatMap((optionId) => {
      const value = marks.value.get(keyOf({ optionId }))?.value;
      return typeof value === "number" ? [[optionId, value]] : [];
    }),
  );

/** The options with a rank, best first. */
export const rankedIds = (ballot: Ballot, optionIds: readonly string[]): readonly string[] =>
  [...ranksIn(ballot, optionIds)].sort(([, left], [, right]) => left - right).map(([id]) => id);
