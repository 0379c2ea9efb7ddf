import { ArrowDownUp } from "virtual:icons";
import type { ParticipantResponse, Poll } from "@polls/client";
import type { Signal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { Select } from "../parts/form/menu";
import { SearchField } from "../parts/form/search-field";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import { voteTypeOf } from "../types/vote-types";
import { pageWords } from "../words";
import type { Column } from "./answer-columns";
import type { PollContext } from "./poll-context";

/** Among fewer people, a name is found at a glance. */
const SEARCHED_FROM = 8;
/** Rows of the table at a time. More would make it slow. */
const ROWS_MAX = 100;
const PER_PAGE = 20;

export interface AskedPeople {
  /** A part of the name; empty: all people. */
  readonly search: string;
  /** What orders them: the id of the option that they answered, or else … */
  readonly by: "time" | "name" | (string & {});
  readonly reversed: boolean;
  /** How many people come before them. */
  readonly after: number;
}

export const allPeople: AskedPeople = { search: "", by: "time", reversed: false, after: 0 };

/** How many people come before the last rows of so many people. */
export const lastRange = (all: number): number =>
  Math.max(0, Math.ceil(all / ROWS_MAX) - 1) * ROWS_MAX;

/** The newest, the first names, the highest values and the best ranks come first. */
const ascends = (by: AskedPeople["by"], columns: readonly Column[], poll: Poll): boolean => {
  const option = columns.find((column) => column.option.id === by)?.option;
  if (option === undefined) return by === "name";
  return option.input_type !== undefined || voteTypeOf(poll)?.unique === true;
};

/** Reads a page of the people that are asked for, of at most `ROWS_MAX`. `all` is how many there are. */
export async function readPeople(
  { client, hash, poll }: PollContext,
  columns: readonly Column[],
  { search, by, reversed, after }: AskedPeople,
  page: number,
): Promise<{
  readonly items: readonly ParticipantResponse[];
  readonly total: number;
  readonly all: number;
}> {
  const direction = ascends(by, columns, poll.value) === reversed ? "desc" : "asc";
  const order =
    by === "time"
      ? ({ sort: `voters.created_at ${direction}` } as const)
      : by === "name"
        ? ({ sort: `voters.user_name ${direction}` } as const)
        : ({ sort: `votes.vote ${direction}`, option_id: by } as const);
  const { items, total } = await client.responses.list.page({
    poll_id: hash,
    page: after / PER_PAGE + page,
    per_page: PER_PAGE,
    ...order,
    ...(search !== "" && { search }),
  });
  return { items, total: Math.max(0, Math.min(ROWS_MAX, total - after)), all: total };
}

interface Props {
  readonly asked: Signal<AskedPeople>;
  /** How many people are found. */
  readonly found: number;
  /** Which people are shown, until those that are asked for are read. */
  readonly of: AskedPeople;
  readonly context: PollContext;
}

/** The order of people, and the search for one of many. A poll without names has neither names nor times to go by. */
export function PeopleTools({
  asked,
  found,
  of,
  context: { words, poll },
  columns,
}: Props & { readonly columns: readonly Column[] }) {
  const { people: texts } = words;
  const { list } = pageWords.words();
  const id = useId();
  const { search, by, reversed } = asked.value;
  const isSearched = search !== "" || of.search !== "";
  /** A search that was offered stays: people may be removed, and its text cleared. */
  const offersSearch = useRef(false);
  offersSearch.current ||= isSearched || found >= SEARCHED_FROM;
  if (found < 2 && !offersSearch.current) return null;
  const isAnonymous = poll.value.settings.anonymize_voter_names;
  const named = new Map(columns.map(({ option, name }) => [option.id, texts.by.answer(name)]));
  const ask = (change: Partial<AskedPeople>) =>
    (asked.value = { ...asked.value, after: 0, ...change });
  return (
    <search class="row tools">
      {!isAnonymous && offersSearch.current && (
        <SearchField
          label={texts.search}
          value={search}
          describedBy={id}
          set={(text) => ask({ search: text })}
        />
      )}
      <div class="entry row">
        <Select
          label={list.order}
          values={["time", ...(isAnonymous ? [] : ["name"]), ...named.keys()]}
          textOf={(each) =>
            named.get(each) ??
            (each === "name" ? texts.by.name : isAnonymous ? texts.by.none : texts.by.time)
          }
          value={by}
          set={(next) => ask({ by: next, reversed: false })}
        />
        {!(isAnonymous && by === "time") && (
          <Quiet
            aria-label={texts.reverse}
            title={texts.reverse}
            aria-pressed={reversed}
            onClick={() => ask({ reversed: !reversed })}
          >
            <Icon of={ArrowDownUp} />
          </Quiet>
        )}
      </div>
      <p id={id} class="fine" role="status">
        {search !== "" && list.found(found)}
      </p>
    </search>
  );
}

/** Leads to the rows before and after those of the table. */
export function PeopleRange({
  asked,
  found,
  of: { after },
  context: { words },
  onMoved,
}: Props & { readonly onMoved: () => void }) {
  if (found <= ROWS_MAX) return null;
  const { previous, next } = pageWords.words().gallery;
  const move = (rows: number): void => {
    asked.value = { ...asked.value, after: after + rows };
    onMoved();
  };
  return (
    <nav class="row take" aria-label={words.build.namesAndAnswers}>
      <Quiet disabled={after === 0} onClick={() => move(-ROWS_MAX)}>
        {previous}
      </Quiet>
      <span>{words.people.range(after + 1, Math.min(after + ROWS_MAX, found), found)}</span>
      <Quiet disabled={after + ROWS_MAX >= found} onClick={() => move(ROWS_MAX)}>
        {next}
      </Quiet>
    </nav>
  );
}
