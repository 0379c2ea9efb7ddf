import { choosesSeveral } from "../polls/attributes";
import type { Poll } from "../polls/poll";
import { voteTypeAs } from "../vote-types";
import { parseList } from "../vote-types/typed-text";
import type { VoteMeaning } from "../vote-types/vote-type";
import type { VoteValue } from "../votes/vote";

/** A held vote with the texts of its options. */
export interface HeldVoteFacts extends VoteValue {
  /** A name of the vote type registry. */
  readonly type: string;
  /**
   * The titles from the outermost parent to the option of the vote. An entry is undefined for an
   * option without a title.
   */
  readonly titles: readonly (string | undefined)[];
  /** The title of the other option of a comparison. */
  readonly loserTitle: string | undefined;
  readonly inputType: string | undefined;
  readonly votingCategoryId: number | undefined;
  readonly voteDate: string | undefined;
}

/** The words in which a language describes values. */
export interface ValueWords
  extends Readonly<
    Record<"yes" | "no" | "maybe" | "abstains" | "chosen" | "file" | "nameless", string>
  > {
  readonly rank: (rank: number) => string;
  readonly winner: (over: string) => string;
  readonly votes: (count: number) => string;
}

export interface DescribedVote {
  readonly option: string;
  readonly value: string;
}

const values: Readonly<
  Record<
    VoteMeaning,
    (vote: HeldVoteFacts, words: ValueWords, clean: (text: string) => string) => string
  >
> = {
  yes: (_, { yes }) => yes,
  no: (_, { no }) => no,
  maybe: (_, { maybe }) => maybe,
  abstains: (_, { abstains }) => abstains,
  chosen: (_, { chosen }) => chosen,
  number: ({ value }) => String(value ?? ""),
  rank: ({ value = 0 }, { rank }) => rank(value),
  votes: ({ value = 0 }, { votes }) => votes(value),
  winner: ({ loserTitle }, { winner, nameless }, clean) => winner(clean(loserTitle ?? nameless)),
  text: ({ text = "", inputType }, { yes, no, file }, clean) => {
    if (inputType === "file") return file;
    const chosen = choosesSeveral(inputType) ? parseList(text) : undefined;
    if (inputType === "checkbox" && chosen === undefined) return text === "true" ? yes : no;
    return clean((chosen ?? [text]).join(", "));
  },
};

/**
 * Describes a vote for the person who confirms it (docs/reference/opt-in.md#what-is-shown). `clean`
 * sanitizes texts of users for the place where they are shown.
 */
export function describeVote(
  vote: HeldVoteFacts,
  { settings, votingCategories }: Pick<Poll, "settings" | "votingCategories">,
  words: ValueWords,
  clean: (text: string) => string,
): DescribedVote {
  const type = voteTypeAs(vote.type, settings.voting_fee_type === "voting_sell_votes");
  const meaning = type.isAbstention(vote) ? "abstains" : type.meaning(vote);
  const category = votingCategories.find(({ id }) => id === vote.votingCategoryId)?.title;
  const titles = vote.titles.map((title) => clean(title ?? "") || words.nameless);
  const [option, ...rest] = [titles.join(" – "), category && clean(category), vote.voteDate].filter(
    (part) => part !== undefined,
  );
  return {
    option: rest.length === 0 ? (option ?? "") : `${option} (${rest.join(", ")})`,
    value: values[meaning](vote, words, clean),
  };
}
