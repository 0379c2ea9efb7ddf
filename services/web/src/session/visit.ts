import {
  createRequestClient,
  type OptionListItem,
  type Participant,
  type RequestClient,
} from "@polls/client";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ComponentChild, ComponentType, FunctionComponent } from "preact";
import type { Control } from "../ballot/controls";
import type { FinishProps } from "../ballot/finish-props";
import type { Ballot, Mark } from "../ballot/marks";
import type { Place } from "../ballot/place";
import type { VotingRules } from "../ballot/rules";
import { keep, readKept } from "../parts/form/draft";
import type { Beside } from "../parts/map/place-map";
import type { FirstData } from "../shell/first-data";
import { pageWords, type Words } from "../words";
import type { SignUpWords } from "../words/signup";
import { serviceUrl } from "./own-path";
import { pageTokens } from "./page-token";
import { renewing } from "./renew";
import { shareWithTabs } from "./tabs";

export interface PlacesProps {
  readonly option: Pick<OptionListItem, "id" | "places" | "free_places" | "full">;
  /** Whether the visitor has one of them; undefined: the page shows no votes of the visitor. */
  readonly isTaken?: boolean;
}

export interface TakenProps {
  /** The options of which the visitor has a place. */
  readonly options: readonly OptionListItem[];
}

/** What the pages of a sign-up list show in place of votes. */
export interface SignUp {
  readonly words: SignUpWords;
  /** The options of which the visitor has a place. */
  readonly takenIn: (ballot: Pick<Ballot, "marks">) => ReadonlySet<string>;
  /** Signs up, or gives the place up. */
  readonly Button: Control;
  /** The free places of an option, and who signed up. */
  readonly Places: ComponentType<PlacesProps>;
  /** What the visitor signed up for, on the thank-you page. */
  readonly Taken: ComponentType<TakenProps>;
}

/** The votes of the visitor, by place, as the page shows them. */
export type OwnVotes = ReadonlySignal<ReadonlyMap<string, Pick<Mark, "value" | "id" | "state">>>;

/** What the pages of a poll of dates show beside the votes. */
export interface DateParts {
  /** Names the time zone of the dates, and lets the visitor choose it. Nothing where dates are days. */
  readonly Zone: ComponentType;
  readonly zone: ReadonlySignal<string>;
  /** Names it as text. */
  readonly zoneText: () => string;
  /** What there is to say about one date. */
  readonly Note: ComponentType<{ readonly option: OptionListItem; readonly marks: OwnVotes }>;
  /** Who can when, and which date is the best so far. */
  readonly Overview: ComponentType<{
    readonly marks: OwnVotes;
    readonly options: readonly OptionListItem[];
  }>;
  /** Takes an address to which the date is told, of a visitor who takes part. */
  readonly Tell: ComponentType;
}

/** What the pages of a poll show whose dates are final or called off. */
export interface FinalDates {
  /** The dates, to take into a calendar, or that they are called off. */
  readonly Dates: ComponentType;
  /** Of the options whose dates are final. */
  readonly ids: ReadonlySet<string>;
  /** Marks such an option. */
  readonly text?: string;
  /** Stands above the folded list of all options. Absent: no date is final. */
  readonly all?: string;
}

/** What the pages of a poll of places show beside the votes. */
export interface PlaceParts {
  /** The places of a list by their numbers. */
  readonly Map: ComponentType<{ readonly options: readonly OptionListItem[] }>;
  /** The list with its map beside it, unless it is too long for one. */
  readonly Around: FunctionComponent<{
    /** What is known of the list. */
    readonly options: readonly OptionListItem[];
    readonly children: ComponentChild;
  }>;
  /** The places of the list, on the map of the form for a new one. */
  readonly beside: ReadonlySignal<Beside | undefined>;
  /** The number of a place, which leads to it on the map. */
  readonly Number: ComponentType<{ readonly option: OptionListItem }>;
  /** What there is to say about where a place is. */
  readonly Note: ComponentType<{ readonly option: OptionListItem }>;
}

export interface CastBarProps {
  readonly ballot: Ballot;
  /** Undefined: nothing limits the number of votes here. */
  readonly rules?: VotingRules;
  readonly bar?: Partial<FinishProps>;
}

export interface FinalVotes {
  /** A ballot whose votes are chosen, and cast together. `place` is the storage key of the uncast votes in the tab. */
  readonly gather: (ballot: Ballot, place: string | undefined) => Ballot;
  /** Whether a vote cannot be chosen any more: it is cast, or the only vote is. */
  readonly isFixed: (ballot: Ballot, place: Place, rules: VotingRules) => boolean;
  readonly CastBar: ComponentType<CastBarProps>;
  /** That a vote is cast, if it is. */
  readonly seal: (mark: Mark) => ComponentChild;
  /** That votes are final. */
  readonly hint: string;
}

/** The shared state of all parts of a page. */
export interface Visit {
  readonly data: FirstData;
  readonly words: Words;
  /** In sign-up lists: what is shown in place of votes. */
  readonly signUp?: SignUp;
  /** The final dates that the visitor sees, or that they are called off, as last read. Undefined: there are none. */
  readonly final?: ReadonlySignal<FinalDates | undefined>;
  /** In polls of dates. */
  readonly dates?: DateParts;
  /** In polls of places. */
  readonly places?: PlaceParts;
  /** In polls with final votes, which are not sold. */
  readonly finalVotes?: FinalVotes;
  /** The `poll_id` of requests. */
  readonly pollId: string;
  /** The participant that the visitor is. */
  readonly participant: Signal<Participant | undefined>;
  /** The password of the poll that the visitor gave. */
  readonly password: Signal<string | undefined>;
  /** The name that the visitor gave with a submission. A vote does not ask for it again. */
  readonly givenName: Signal<string | undefined>;
  /** The time zone that the visitor chose for dates. */
  readonly zone: Signal<string | undefined>;
  /** The code of the invitation by whose link the visitor came, until it is used. */
  readonly invitation: Signal<string | undefined>;
  /** Counts the later reads of `data`. */
  readonly renewed: ReadonlySignal<number>;
  /** Reads `data` again, soon. */
  readonly renew: () => void;
  /** The message about a failed request. Where it tells that the poll is not as the page shows it, `data` is read again. */
  readonly explain: (error: unknown, words?: Words) => string;
  /** Reads the votes again when another tab has changed them. Returns what tells the others of a change. */
  readonly shareWithTabs: (
    reload: () => Promise<void>,
    onJoinedElsewhere: () => void,
  ) => () => void;
  /** The client with that password. */
  readonly client: () => RequestClient;
}

export function visitOf(data: FirstData): Visit {
  const { hash, language, languages = language } = data;
  const client = createRequestClient({
    baseUrl: serviceUrl,
    token: pageTokens(hash),
    language: languages,
  });
  const password = remembered(`password of ${hash}`);
  const code = new URLSearchParams(location.search).get("invitation")?.slice(0, 255);
  const participant = signal(data.participant);
  return {
    data,
    participant,
    ...renewing(data, participant),
    shareWithTabs: (...handlers) => shareWithTabs(hash, participant, ...handlers),
    password,
    invitation: remembered(`invitation to ${hash}`, code || undefined),
    givenName: remembered(`name in ${hash}`),
    zone: remembered(`zone of ${hash}`),
    words: pageWords.words(),
    pollId: hash,
    client: () => client.with({ pollPassword: password.value }),
  };
}

/** A text that is stored for all pages of the tab. */
function remembered(key: string, given?: string): Signal<string | undefined> {
  const text = signal(given ?? readKept<string>(key));
  text.subscribe((now) => keep(key, now));
  return text;
}
