import type { ParticipantResponse, Results } from "@polls/client";
import { type Signal, useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { More, type Pages, usePages } from "../parts/list/pages";
import { Quiet } from "../parts/show/button";
import { Live } from "../results/live";
import { bestText } from "../results/result-view";
import { pollTypeOf } from "../types/poll-types";
import { pageWords } from "../words";
import { AnswerCell, saidOf } from "./answer";
import { COLUMNS_MAX, type Column, readColumns, sortOf } from "./answer-columns";
import { DownloadAnswers } from "./exports";
import { useLiveList } from "./live-list";
import {
  type AskedPeople,
  allPeople,
  lastRange,
  PeopleRange,
  PeopleTools,
  readPeople,
} from "./people-tools";
import { nameOfPerson, Person, statesOf } from "./person";
import type { PollContext } from "./poll-context";
import { type Said, signs } from "./said";
import { totalsOf } from "./totals";

/** The next rows are read when so little is left below those on the screen. */
const AHEAD = "400px";

interface Props {
  readonly context: PollContext;
  readonly results: Results;
}

/** Who answered what, as one table of names and options with totals, live. */
export const Answers = ({ context }: { readonly context: PollContext }) => (
  <Live
    client={() => context.client}
    pollId={context.hash}
    page={1}
    sort={sortOf(context)}
    words={pageWords.words()}
  >
    {(results) => <People context={context} results={results} />}
  </Live>
);

function People({ context, results }: Props) {
  const { words, poll, changes } = context;
  const { participants: texts } = words;
  const { options_count } = poll.value;
  const asked = useSignal(allPeople);
  const found = useSignal({ of: allPeople, all: 0 });
  const columns = useSignal<readonly Column[] | undefined>(undefined);
  const opened = useSignal<ParticipantResponse | undefined>(undefined);
  const heads = useAttempts((error) => problemText(error, words));
  const pages = usePages<ParticipantResponse>({
    read: async (page) => {
      const of = asked.value;
      const read = await readPeople(context, columns.value ?? [], of, page);
      if (of === asked.value) found.value = { of, all: read.all };
      return read;
    },
    keyOf: ({ voter }) => voter.id,
    textOf: (error) => problemText(error, words),
  });
  useEffect(
    () => void heads.attempt(async () => (columns.value = await readColumns(context))),
    [options_count, changes.value],
  );
  useEffect(() => {
    if (asked.value !== allPeople) void pages.reload();
  }, [asked.value]);
  const { of, all } = found.value;
  // The last rows may have been deleted.
  useEffect(() => {
    const { after } = asked.value;
    if (of === asked.value && after > 0 && after >= all)
      asked.value = { ...of, after: lastRange(all) };
  }, [of, all]);
  useLiveList(pages, results, ({ voter }) => voter.mail_state === "queued");
  const known = pages.list.value;
  const openedId = opened.value?.voter.id;
  // A person whom the search no longer finds, or who is now in other rows, stays open.
  const shown = known?.items.find(({ voter }) => voter.id === openedId) ?? opened.value;
  const problem = pages.problem.value ?? heads.problem.value;
  const isEmpty = known?.total === 0 && all === 0 && of.search === "";
  return (
    <>
      <Problem text={problem} />
      {isEmpty && <p class="fine">{texts.none}</p>}
      {(known === undefined || columns.value === undefined) && problem === undefined && (
        <p class="fine">{words.admin.loading}</p>
      )}
      {known !== undefined && !isEmpty && columns.value !== undefined && (
        <Table
          {...{ context, results, pages, asked }}
          found={all}
          of={of}
          responses={known.items}
          columns={columns.value}
          open={(response) => (opened.value = response)}
        />
      )}
      {known !== undefined && shown !== undefined && (
        <Person
          key={shown.voter.id}
          response={shown}
          columns={columns.value ?? []}
          context={context}
          close={() => (opened.value = undefined)}
          changed={(voter) => {
            const next = voter && { ...shown, voter };
            if (opened.value !== undefined) opened.value = next;
            const changed = next === undefined ? [] : [next];
            const items = known.items.flatMap((each) => (each === shown ? changed : [each]));
            const total = known.total - known.items.length + items.length;
            found.value = { of, all: all + total - known.total };
            pages.list.value = { ...known, items, total };
          }}
        />
      )}
    </>
  );
}

interface TableProps extends Props {
  readonly responses: readonly ParticipantResponse[];
  readonly columns: readonly Column[];
  readonly pages: Pages<ParticipantResponse>;
  readonly asked: Signal<AskedPeople>;
  /** How many people there are for all pages. */
  readonly found: number;
  /** Which people the rows show. */
  readonly of: AskedPeople;
  /** Shows all about the participant. */
  readonly open: (response: ParticipantResponse) => void;
}

/** Names stay at the side, and heads with totals at the top, while the table scrolls. */
function Table(props: TableProps) {
  const { context, results, responses, columns: all, pages, asked, found, of, open } = props;
  const { words, poll } = context;
  const { build, people } = words;
  const { kind } = pollTypeOf(poll.value);
  const compares = kind === "pairwise";
  const columns = useMemo(() => (compares ? [] : all.slice(0, COLUMNS_MAX)), [all, compares]);
  const rowOf = (response: ParticipantResponse) => {
    const { voter } = response;
    const cells = columns.map((column) => saidOf(column, response, poll.value));
    const states = statesOf(voter, words).join(" · ");
    const row = (
      <Fragment>
        <th scope="row">
          <Quiet aria-haspopup="dialog" onClick={() => open(response)}>
            {nameOfPerson(voter, words)}
          </Quiet>
          {states !== "" && <small>{states}</small>}
        </th>
        {columns.map((column, at) => (
          <AnswerCell key={column.option.id} {...{ column, response }} said={cells[at] ?? []} />
        ))}
        {compares && <td>{response.votes_count}</td>}
      </Fragment>
    );
    return { id: voter.id, row, said: cells.flat() };
  };
  // A row that stays the same is not rendered again: a long table has many cells.
  const kept = useMemo(
    () => new WeakMap<ParticipantResponse, ReturnType<typeof rowOf>>(),
    [columns, poll.value],
  );
  const rows = responses.map((response) => {
    const known = kept.get(response) ?? rowOf(response);
    kept.set(response, known);
    return known;
  });
  const box = useRef<HTMLElement>(null);
  const above = compares ? 1 : 2;
  const count = kind === "list" ? poll.value.options_count : all.length;
  return (
    <>
      <PeopleTools {...{ asked, found, of, context, columns }} />
      <div class="row">
        <Legend said={rows.flatMap(({ said }) => said)} />
        <DownloadAnswers context={context} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the table */}
      <section ref={box} class="people" tabIndex={0} aria-label={build.namesAndAnswers}>
        <table class="answers" aria-rowcount={found + above}>
          <thead>
            <tr>
              <th scope="col">{build.participant}</th>
              {columns.map(({ option, name }) => (
                <th key={option.id} scope="col">
                  <span title={name}>{name}</span>
                </th>
              ))}
              {compares && <th scope="col">{build.comparisons}</th>}
            </tr>
            {!compares && <Totals {...{ context, results, columns }} />}
          </thead>
          <tbody>
            {rows.map(({ id, row }, at) => (
              <tr key={id} aria-rowindex={of.after + above + at + 1}>
                {row}
              </tr>
            ))}
          </tbody>
        </table>
        <Next pages={pages} text={words.admin.more} />
      </section>
      <PeopleRange
        {...{ asked, found, of, context }}
        onMoved={() => {
          box.current?.scrollTo({ top: 0 });
          box.current?.focus();
        }}
      />
      <p class="fine">
        {build.openAnswers}
        {!compares && count > COLUMNS_MAX && ` ${people.left(columns.length, count)}`}
      </p>
    </>
  );
}

/** What all votes come to, below the heads; the best and the final ones are marked. */
function Totals({ context, results, columns }: Props & { readonly columns: readonly Column[] }) {
  const { words, poll } = context;
  const { people } = words;
  const totals = useMemo(() => totalsOf(results, poll.value), [results, poll.value]);
  const decided = new Set(results.options.flatMap(({ id, decided }) => (decided ? [id] : [])));
  return (
    <tr>
      <th scope="row">{people.total}</th>
      {columns.map(({ option: { id } }) => {
        const { text = "", isBest = false } = totals.get(id) ?? {};
        const mark = decided.has(id) ? people.decided : isBest && bestText(poll.value);
        return (
          <td key={id} class={mark ? "best" : undefined}>
            {text} {mark && <strong class="chip done">{mark}</strong>}
          </td>
        );
      })}
    </tr>
  );
}

/** What the signs in the cells mean. */
function Legend({ said }: { readonly said: readonly Said[] }) {
  const meanings = new Map(
    said.flatMap(({ sign, text, look }) => (sign === undefined ? [] : [[sign, { text, look }]])),
  );
  return (
    <ul class="signs">
      {Object.values(signs).map((sign) => {
        const { text, look } = meanings.get(sign) ?? {};
        return (
          text !== undefined && (
            <li key={sign}>
              <span class={look} aria-hidden="true">
                {sign}
              </span>{" "}
              {text}
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Reads the next rows when the last ones come near the screen; the button does it where that fails. */
function Next({
  pages,
  text,
}: {
  readonly pages: Pages<ParticipantResponse>;
  readonly text: string;
}) {
  const end = useRef<HTMLDivElement>(null);
  const list = pages.list.value;
  useEffect(() => {
    if (end.current === null || list?.hasMore !== true) return undefined;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !pages.busy.value) void pages.more();
      },
      { root: end.current.closest(".people"), rootMargin: AHEAD },
    );
    seen.observe(end.current);
    return () => seen.disconnect();
  }, [list]);
  return (
    <div ref={end}>
      <More pages={pages} text={text} />
    </div>
  );
}
