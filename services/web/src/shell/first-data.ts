import type { Option, OptionListItem, Participant, Poll, Results, Vote } from "@polls/client";
import type { SignedIn } from "../session/desk";
import type { Language } from "../words";

/** What the gateway wrote into the page: its answers to this visitor, under the rules of the API. */
export interface FirstData {
  /** The hash in the address of the page. */
  readonly hash: string;
  readonly language: Language;
  /** When the data were read, by the clock of the service. */
  readonly now: string;
  readonly poll: Poll;
  /** Absent where the visitor must not read options yet. */
  readonly options?: { readonly items: readonly OptionListItem[]; readonly total: number };
  /** Ids of options that the visitor submitted. */
  readonly own?: readonly string[];
  /** Whether this visitor reads results; absent where the service did not know the visitor. */
  readonly readsResults?: boolean;
  /** On the page of results: their first page; absent where this visitor reads none, or they take longer to read. */
  readonly results?: Results;
  /** Who is signed in, on the page of an admin. */
  readonly account?: SignedIn;
  /** The organization that the poll belongs to, in whose context the account manages it. */
  readonly organization?: { readonly id: string; readonly name: string };
  /** The option that the address names. */
  readonly option?: Option;
  /** The visitor's newest participant, and its votes. */
  readonly participant?: Participant;
  readonly votes?: readonly Vote[];
}

/** Reads what the gateway wrote. */
export const firstData = (): FirstData => readData<FirstData>();

/** Reads what the gateway wrote into a page. */
export function readData<Data>(page = document): Data {
  const element = page.getElementById("first-data");
  return JSON.parse(element?.textContent ?? "") as Data;
}
