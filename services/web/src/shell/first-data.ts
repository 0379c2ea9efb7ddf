import type { Option, OptionListItem, Participant, Poll, Results, Vote } from "@polls/client";
import type { Payments } from "../parts/show/money-notice";
import type { SignedIn } from "../session/page-context";
import type { Language } from "../words";

/** The data that the gateway rendered into the page: the API responses for this visitor. */
export interface FirstData {
  /** The hash in the address of the page. */
  readonly hash: string;
  readonly language: Language;
  /** What the visitor can read, as in `Accept-Language`, so that texts stay in their language. Absent: the language of the page. */
  readonly languages?: string;
  /** The time of the data, by the clock of the service. */
  readonly now: string;
  readonly poll: Poll;
  /** Absent if the visitor cannot read options yet. */
  readonly options?: { readonly items: readonly OptionListItem[]; readonly total: number };
  /** In a comparison, for a visitor who takes no part: the pair in `options`, for the query `offer`. */
  readonly offer?: string;
  /** Ids of options that the visitor submitted. */
  readonly own?: readonly string[];
  /** How many of them count for `option_limit`, where it is set. */
  readonly submitted?: number;
  /** Whether this visitor can read results; absent if the gateway does not know the visitor, or if votes on this page decide it. */
  readonly readsResults?: boolean;
  /** On the results page: the first page of results; absent if this visitor cannot read them, or reading takes too long. */
  readonly results?: Results;
  /** In a closed poll of opinions, for a visitor who can read results: the ids of options with a yes. */
  readonly withYes?: readonly string[];
  /** With `jury_mode`, on a page for votes and the admin page, for a visitor who can read results: how many are on the jury. */
  readonly jury?: number;
  /** With `participant_limit`, on a page for votes: all places are taken. */
  readonly full?: true;
  /** The signed-in account, on the admin page. */
  readonly account?: SignedIn;
  /** The organization that the poll belongs to, in whose context the account manages it. */
  readonly organization?: { readonly id: string; readonly name: string };
  /** The option in the address. */
  readonly option?: Option;
  /** With `double_opt_in`, for a visitor by the link of an unused invitation: it has an address to confirm. */
  readonly invitedByMail?: true;
  /** The visitor's newest participant, and its votes. */
  readonly participant?: Participant;
  readonly votes?: readonly Vote[];
  /** On the page with the list: whether a phone shows it in two columns. */
  readonly paired?: true;
  /** Whether participants sign up for options instead of voting on them. */
  readonly signUp?: true;
  /** How the ballots are counted. */
  readonly counting?: string;
  /** On the admin page: whether the account can receive payments. Absent: no account can, here. */
  readonly payments?: Payments;
  /** On the admin page: after how many days the service deletes closed polls. Absent: never. */
  readonly keptDays?: number;
  /** The titles of fields of participants as they were written, by id, where parameters of the address are named by them. */
  readonly writtenTitles?: Readonly<Record<string, string>>;
  /** What the poll costs, in the language of the page. */
  readonly prices?: {
    readonly voting?: string;
    readonly submission?: string;
    /** What one vote costs, where votes are sold, and how sums are written. */
    readonly vote?: {
      readonly price: number;
      readonly locale: string;
      readonly format: Intl.NumberFormatOptions;
    };
  };
}

export const firstData = (): FirstData => readData<FirstData>();

/** Reads the data that the gateway rendered into a page. */
export function readData<Data>(page = document): Data {
  const element = page.getElementById("first-data");
  return JSON.parse(element?.textContent ?? "") as Data;
}
