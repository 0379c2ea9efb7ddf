import { methodsOf } from "@polls/domain/counting";
import { optionTypes } from "@polls/domain/option-types";
import { type PollType, pollTypes, voteTypesFor } from "@polls/domain/poll-types";
import { voteTypes } from "@polls/domain/vote-types";
import { choiceOf } from "@polls/domain/vote-values";
import { code, list, table } from "./markdown";

type VoteType = (typeof voteTypes.all)[number];

const namesOf = (names: readonly string[]): string =>
  names.map((name) => code(name.replace(/^\w+::/, ""))).join(", ");

/** An item for each text, with the vote types that have it. Those without one have no item. */
const byText = (
  textOf: (type: VoteType) => string | undefined,
  itemOf: (names: string, text: string) => string,
): string => {
  const groups = new Map<string, string[]>();
  for (const type of voteTypes.all) {
    const text = textOf(type);
    if (text !== undefined) groups.set(text, [...(groups.get(text) ?? []), type.name]);
  }
  return list([...groups].map(([text, names]) => itemOf(namesOf(names), text)));
};

const noBounds = {
  min: undefined,
  max: undefined,
  perVoter: undefined,
  options: undefined,
  text: undefined,
};

/** What 0 means. Empty where votes are texts. */
function zeroOf({ carries, choices, read, isAbstention }: VoteType): string {
  if (carries === "text") return "";
  const reading = read({ vote: 0 }, noBounds);
  if (!reading.ok) return "; 0 is refused";
  if (isAbstention(reading.value)) return "; 0 abstains";
  return choiceOf(choices, 0)?.opinion === "no" ? "; 0 is a no" : "; 0 is a value";
}

/** The possible values of votes, by vote type. */
export function valuesTable(): string {
  const without = (has: (type: VoteType) => boolean) =>
    namesOf(voteTypes.all.filter((type) => !has(type)).map(({ name }) => name));
  return `${byText(
    (type) => `${type.takes}${zeroOf(type)}`,
    (names, values) => `${names}: ${values}`,
  )}

All but ${without(({ simple }) => simple)} are *simple*, all but ${without(({ maySell }) => maySell)} can be [sold](#sold-votes).`;
}

const best = {
  rating: "`rating`",
  average: "`average_rating`",
  strength: "[strength](comparisons.md#strength)",
} as const;

/** What decides on rank and best, by vote type. */
export const bestByTable = (): string =>
  byText(
    ({ bestBy }) => (bestBy === undefined ? "nothing" : best[bestBy]),
    (names, text) =>
      text === "nothing"
        ? `nothing, for ${names}: these options have no average, rank, best or selected`
        : `${text}, for ${names}${text === best.rating ? ", sold votes" : ""}`,
  );

const ballots = { ranks: "ranks", scores: "scores", approvals: "yes votes" } as const;

/** The counting methods, by vote type. */
export const countedTable = (): string =>
  byText(
    (type) =>
      type.ballots && `${ballots[type.ballots]}: ${methodsOf(type.name).map(code).join(", ")}`,
    (names, text) => `${names}, by ${text}`,
  );

const simpleOptions = optionTypes.all.filter(({ simple }) => simple).map(({ name }) => name);

/** The first name, and that all other simple ones follow, or all names. */
const allowed = (names: readonly string[], simple: readonly string[]): string =>
  simple.every((name) => names.includes(name))
    ? `${namesOf(names.slice(0, 1))}, other simple`
    : namesOf(names);

const votesOf = (type: PollType): string =>
  type.defaultVoteType === undefined
    ? "none: by [step](options.md#survey-steps)"
    : type.voteTypes === "simple"
      ? `${namesOf([type.defaultVoteType])}, other simple`
      : namesOf(voteTypesFor(type));

/** The option types, vote types and page sizes of the poll types. */
export const pollTypesTable = (): string =>
  table(
    ["type", "`option_type`, default first", "`vote_type`, default first", "page size"],
    pollTypes.all.map((type) => [
      code(type.name),
      allowed(type.optionTypes, simpleOptions),
      votesOf(type),
      String(type.pageSize),
    ]),
  );
