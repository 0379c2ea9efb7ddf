import { voteTypes } from "@polls/domain/vote-types";
import { choiceOf } from "@polls/domain/vote-values";
import { code, list } from "./markdown";

type VoteType = (typeof voteTypes.all)[number];

const plain = (name: string): string => code(name.replace("Votes::", ""));

/** What 0 means. Undefined where votes are texts. */
function zeroOf({ carries, choices, read, isAbstention }: VoteType): string | undefined {
  if (carries === "text") return undefined;
  const reading = read({ vote: 0 }, noBounds);
  if (!reading.ok) return "is refused";
  if (isAbstention(reading.value)) return "abstains";
  return choiceOf(choices, 0)?.opinion === "no" ? "is a no" : "is a value";
}

const noBounds = {
  min: undefined,
  max: undefined,
  perVoter: undefined,
  options: undefined,
  text: undefined,
};

/** The possible values of a vote, by type. Types with the same values share an item. */
export function kindsTable(): string {
  const groups = new Map<string, string[]>();
  for (const type of voteTypes.all) {
    const zero = zeroOf(type);
    const values = zero === undefined ? type.takes : `${type.takes}; 0 ${zero}`;
    groups.set(values, [...(groups.get(values) ?? []), plain(type.name)]);
  }
  const without = (has: (type: VoteType) => boolean) =>
    voteTypes.all
      .filter((type) => !has(type))
      .map(({ name }) => plain(name))
      .join(", ");
  return `${list([...groups].map(([values, names]) => `${names.join(", ")}: ${values}`))}

All but ${without(({ simple }) => simple)} are *simple*, all but ${without(({ maySell }) => maySell)} can be [sold](#sold-votes).`;
}
