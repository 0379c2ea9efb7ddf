import { voteTypes } from "@polls/domain/vote-types";
import { code, list } from "./markdown";

const plain = (name: string): string => code(name.replace("Votes::", ""));

/** The possible values of a vote, by class. Classes with the same values share an item. */
export function kindsTable(): string {
  const groups = new Map<string, string[]>();
  for (const { name, takes, zero } of voteTypes.all) {
    const values = zero === undefined ? takes : `${takes}; 0 ${zero}`;
    groups.set(values, [...(groups.get(values) ?? []), plain(name)]);
  }
  const without = (has: (type: (typeof voteTypes.all)[number]) => boolean) =>
    voteTypes.all
      .filter((type) => !has(type))
      .map(({ name }) => plain(name))
      .join(", ");
  return `${list([...groups].map(([values, names]) => `${names.join(", ")}: ${values}`))}

All but ${without(({ simple }) => simple)} are *simple*, all but ${without(({ maySell }) => maySell)} can be [sold](#sold-votes).`;
}
