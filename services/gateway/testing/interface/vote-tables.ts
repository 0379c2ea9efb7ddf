import { voteTypes } from "@polls/domain/vote-types";
import { code, list } from "./markdown";

const plain = (name: string): string => code(name.replace("Votes::", ""));

const plainNames = (has: (type: (typeof voteTypes.all)[number]) => boolean): string =>
  voteTypes.all
    .filter(has)
    .map(({ name }) => plain(name))
    .join(", ");

/** What decides on rank and best, by class. */
export function bestByList(): string {
  const by = (what: "rating" | "average" | "strength" | undefined) =>
    plainNames(({ bestBy }) => bestBy === what);
  return list([
    `\`rating\`, for ${by("rating")}, sold votes`,
    `\`average_rating\`, for ${by("average")}`,
    `[strength](comparisons.md#strength), for ${by("strength")}`,
    `nothing, for ${by(undefined)}: these options have no average, rank, best or selected`,
  ]);
}

/** The possible values of a vote, by class. Classes with the same values share an item. */
export function kindsTable(): string {
  const groups = new Map<string, string[]>();
  for (const { name, takes, zero } of voteTypes.all) {
    const values = zero === undefined ? takes : `${takes}; 0 ${zero}`;
    groups.set(values, [...(groups.get(values) ?? []), plain(name)]);
  }
  return `${list([...groups].map(([values, names]) => `${names.join(", ")}: ${values}`))}

All but ${plainNames(({ simple }) => !simple)} are *simple*, all but ${plainNames(({ maySell }) => !maySell)} can be [sold](#sold-votes).`;
}
