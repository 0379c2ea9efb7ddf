import type { ParticipantResponse, Results } from "@polls/client";
import type { Signal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { More, type Pages } from "../parts/list/pages";
import { Quiet } from "../parts/show/button";
import { bestText } from "../results/result-view";
import { pollTypeOf } from "../types/poll-types";
import { AnswerCell, saidOf } from "./answer";
import { COLUMNS_MAX, type Column } from "./answer-columns";
import { DownloadAnswers } from "./exports";
import { type AskedPeople, PeopleRange, PeopleTools } from "./people-tools";
import { nameOfPerson, statesOf } from "./person";
import type { PollContext } from "./poll-context";
import { type Said, signs } from "./said";
import { totalsOf } from "./totals";

/** The next rows are read when so little is left below those on the screen. */
const AHEAD = "400px";

interface Props {
  readonly context: PollContext;
  readonly results: Results;
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
export function AnswersTable(props: Props) {
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
            {nameOfPerson(voter)}
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
              <th scope="col">{words.problems.fields.user_name}</th>
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
        <Next pages={pages} />
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
function Totals({ context, results, columns }: Pick<Props, "context" | "results" | "columns">) {
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
          <td key={id}>
            {text} {mark && <strong class="chip done">{mark}</strong>}
          </td>
        );
      })}
    </tr>
  );
}

function Legend({ said }: { readonly said: readonly Said[] }) {
  const meanings = new Map(
    said.flatMap(({ sign, text, look }) => (sign === undefined ? [] : [[sign, { text, look }]])),
  );
  return (
    <ul class="row signs">
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
function Next({ pages }: { readonly pages: Pages<ParticipantResponse> }) {
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
      <More pages={pages} />
    </div>
  );
}
