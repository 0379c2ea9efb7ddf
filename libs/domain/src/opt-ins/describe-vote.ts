import { type NamedOption, type NameReader, nameOption } from "../naming";
import { choosesSeveral } from "../polls/attributes";
import type { Poll } from "../polls/poll";
import { isSignUpList } from "../polls/sign-up-list";
import { translated } from "../translations/translations";
import { voteTypeAs } from "../vote-types";
import { parseList } from "../vote-types/typed-text";
import type { VoteMeaning } from "../vote-types/vote-type";
import type { ChoiceMeaning } from "../vote-values";
import type { VoteValue } from "../votes/vote";

/** What an option is called by, in each of its languages. */
export interface HeldName extends NamedOption {
  readonly translations?:
    | Readonly<Record<string, { readonly content?: string | undefined }>>
    | null
    | undefined;
}

/** A held vote with what its options are called by. */
export interface HeldVoteFacts extends VoteValue {
  /** A name of the vote type registry. */
  readonly type: string;
  /** From the outermost parent to the option of the vote. */
  readonly options: readonly HeldName[];
  /** The other option of a comparison. */
  readonly loser: HeldName | undefined;
  readonly inputType: string | undefined;
  readonly votingCategoryId: number | undefined;
  readonly voteDate: string | undefined;
}

/** The words in which a language describes values. */
export interface ValueWords
  extends Readonly<Record<ChoiceMeaning | "abstains" | "signedUp" | "file", string>>,
    Pick<NameReader, "locale" | "unnamed"> {
  readonly rank: (rank: number) => string;
  readonly winner: (over: string) => string;
  readonly votes: (count: number) => string;
}

export interface DescribedVote {
  readonly option: string;
  readonly value: string;
}

/** The descriptions that are more than the word of their meaning. */
const values: Readonly<
  Record<
    Exclude<VoteMeaning, ChoiceMeaning | "abstains">,
    (
      vote: HeldVoteFacts,
      words: ValueWords,
      clean: (text: string) => string,
      nameOf: (option: HeldName) => string,
    ) => string
  >
> = {
  number: ({ value }) => String(value ?? ""),
  rank: ({ value = 0 }, { rank }) => rank(value),
  votes: ({ value = 0 }, { votes }) => votes(value),
  winner: ({ loser }, { winner }, _, nameOf) => winner(loser === undefined ? "" : nameOf(loser)),
  text: ({ text = "", inputType }, { yes, no, file }, clean) => {
    if (inputType === "file") return file;
    const chosen = choosesSeveral(inputType) ? parseList(text) : undefined;
    if (inputType === "checkbox" && chosen === undefined) return text === "true" ? yes : no;
    return clean((chosen ?? [text]).join(", "));
  },
};

const isWord = (meaning: VoteMeaning): meaning is ChoiceMeaning | "abstains" =>
  !Object.hasOwn(values, meaning);

/** The words for the votes of a poll: a choice on a sign-up list takes a place. */
export const wordsOfPoll = <Words extends ValueWords>(
  poll: Pick<Poll, "settings" | "votingCategories">,
  words: Words,
): Words => (isSignUpList(poll) ? { ...words, chosen: words.signedUp } : words);

/** Describes a vote, in the language of the poll as it is read, for the person who confirms it (docs/reference/opt-in.md#what-is-shown). */
export function describeVote(
  vote: HeldVoteFacts,
  { settings, votingCategories }: Pick<Poll, "settings" | "votingCategories">,
  words: ValueWords,
  clean: (text: string) => string,
): DescribedVote {
  const type = voteTypeAs(vote.type, settings.voting_fee_type === "voting_sell_votes");
  const meaning = type.isAbstention(vote) ? "abstains" : type.meaning(vote);
  const category = votingCategories.find(({ id }) => id === vote.votingCategoryId)?.title;
  const said = wordsOfPoll({ settings, votingCategories }, words);
  const reader = { ...words, timezone: settings.timezone, clean };
  const nameOf = ({ translations, ...written }: HeldName): string => {
    const { content } = translations?.[settings.language ?? ""] ?? {};
    return nameOption(translated(written, { content }), reader);
  };
  const names = vote.options.map(nameOf);
  const [option, ...rest] = [names.join(" – "), category && clean(category), vote.voteDate].filter(
    (part) => part !== undefined,
  );
  return {
    option: rest.length === 0 ? (option ?? "") : `${option} (${rest.join(", ")})`,
    value: isWord(meaning) ? said[meaning] : values[meaning](vote, said, clean, nameOf),
  };
}
