import type { OptionListItem, Participant, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { join } from "../ballot/join";
import { placeOf } from "../ballot/place";
import { Unsent } from "../ballot/remaining";
import { useAttempts } from "../parts/feedback/attempt";
import { Retry } from "../parts/feedback/retry";
import { readKept } from "../parts/form/draft";
import { useOtherAnswer } from "../parts/form/use-other-answer";
import { allItems } from "../parts/list/all-items";
import { More, usePages, useSlides } from "../parts/list/pages";
import { onDemand } from "../parts/page/on-demand";
import { useRepeatedRead } from "../parts/page/repeated-read";
import { nameOf } from "../parts/show/option-name";
import { Over } from "../parts/show/over";
import { type Entrance, useEntrance } from "../poll/entrance";
import { EntranceForm } from "../poll/entrance-form";
import { type FormerVote, FormerVotes } from "../poll/former-votes";
import { draftOf, needsFields } from "../poll/needs";
import { VoteState } from "../poll/vote-state";
import type { Visit } from "../session/visit";
import { RowOf, rowId } from "./row";
import { newRow, readRows, type TableRow } from "./rows";

const Done = onDemand(() => import("./done"), "Done", "unseen");

/** Fills in rows of a table. */
export function Table({ visit }: { readonly visit: Visit }) {
  const { words } = visit;
  const entrance = useEntrance(visit, "elsewhere");
  const { ballot, forms, notices, options, problem } = entrance;
  return (
    <>
      {forms}
      {options === undefined ? (
        <>
          <p class="notice">{problem ?? words.poll.hidden}</p>
          {notices(ballot)}
        </>
      ) : (
        <Columns visit={visit} entrance={entrance} />
      )}
    </>
  );
}

function Columns({ visit, entrance }: { readonly visit: Visit; readonly entrance: Entrance }) {
  const { client, pollId, words } = visit;
  // Not `useRead`, which would be one more script that the table waits for.
  const columns = useSignal<readonly OptionListItem[] | undefined>(undefined);
  const { problem, attempt } = useAttempts(visit.explain);
  const load = (): Promise<void> =>
    attempt(async () => {
      columns.value = await allItems(
        client().options.list.all({ poll_id: pollId, settings: true }),
      );
    });
  useEffect(() => void load(), []);

  if (problem.value !== undefined) return <Retry problem={problem.value} retry={load} />;
  if (columns.value === undefined) return <p class="fine loading">{words.poll.loading}</p>;
  return <Rows visit={visit} entrance={entrance} columns={columns.value} />;
}

/** Empty rows on paper, to write in. */
const ROWS_ON_PAPER = 8;

const oneForEach: ReadonlySet<string> = new Set(["check_user", "check_ip"]);

/** Whether the visitor can add a row, as far as the page can know. */
const allowsMore = ({ settings }: Poll, own: number): boolean =>
  settings.allow_new_rows &&
  (own === 0 || !oneForEach.has(settings.participant_limitation_type ?? "check_nothing"));

function Rows({
  visit,
  entrance: { ballot: visitors, notices, open, unlocked },
  columns,
}: {
  readonly visit: Visit;
  readonly entrance: Entrance;
  readonly columns: readonly OptionListItem[];
}) {
  const { client, data, pollId, words } = visit;
  const pages = usePages<TableRow>({
    read: (page) => readRows(visit, page),
    keyOf: ({ participant }) => participant.id,
    textOf: visit.explain,
    busyAtFirst: true,
  });
  const { list, busy, problem, attempt } = pages;
  const asks = useSignal(readKept(draftOf(visit)) !== undefined);
  const parts = useOtherAnswer(columns.some(({ settings }) => settings?.allow_other));
  const rows = list.value?.items ?? [];
  const [firstBallot, ...ballots] = rows.flatMap(({ ballot }) => ballot ?? []);
  const own = ballots.length + Number(firstBallot !== undefined);
  const isDone = useSignal(false);
  const mayAdd = open && unlocked && columns.length > 0 && allowsMore(data.poll, own);

  // Each row has the address of its own confirmation.
  const unconfirmed = rows.flatMap(({ participant, ballot }) =>
    ballot && participant.opt_in_confirmed === false ? [ballot] : [],
  );
  useSlides(".cells tr", rows.map(({ participant }) => participant.id).join(" "));
  useEffect(() => {
    if (unlocked) void pages.reload();
  }, [unlocked]);

  const waiting = rows.find(({ participant }) => participant.place === "waiting")?.participant.id;
  useRepeatedRead(waiting, async (id) => {
    const participant = await client().participants.show({ poll_id: pollId, id });
    pages.change((items) =>
      items.map((row) => (row.participant.id === id ? { ...row, participant } : row)),
    );
  });

  const add = (participant: Participant): void => {
    asks.value = false;
    pages.put(newRow(visit, participant));
    // Their number is above the table.
    visit.renew();
    requestAnimationFrame(() =>
      document
        .getElementById(rowId(participant))
        ?.querySelector<HTMLElement>(":is(input, select, textarea)")
        ?.focus(),
    );
  };

  const begin = (): void => {
    if (needsFields(visit)) asks.value = true;
    else void attempt(async () => add((await join(visit, {}))[0]));
  };

  if (list.value === undefined && busy.value) {
    return unlocked ? <p class="fine loading">{words.poll.loading}</p> : null;
  }
  const due = unconfirmed.length === 0 ? notices(visitors) : unconfirmed.map(notices);
  const done = open && !visit.finalVotes && firstBallot !== undefined && (
    <Done ballots={[firstBallot, ...ballots]} {...{ columns, visit, isDone }} notices={due} />
  );
  return (
    <>
      {!isDone.value && (
        <>
          {mayAdd && (
            <button
              type="button"
              class={own === 0 ? "" : "quiet"}
              disabled={busy.value}
              onClick={begin}
            >
              {own === 0 ? words.table.begin : words.table.add}
            </button>
          )}
          {asks.value && (
            <Over
              label={words.participant.title}
              close={words.gallery.close}
              onLeave={() => (asks.value = false)}
            >
              <EntranceForm visit={visit} needs={["participant"]} onJoined={add} />
            </Over>
          )}
          {columns.length === 0 ? (
            <p class="notice">{words.table.noColumns}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
            <section class="scroller" aria-label={data.poll.title} tabIndex={0}>
              <table class={rows.length === 0 ? "cells empty" : "cells"}>
                <thead>
                  <tr>
                    <th scope="col">{words.table.name}</th>
                    {columns.map(({ id, content }) => (
                      <th key={id} scope="col">
                        {content}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.length === 0 && (
                    <tr>
                      <td class="fine" colSpan={columns.length + 1}>
                        {words.table.noRows}
                      </td>
                    </tr>
                  )}
                  {rows.map((row) => (
                    <RowOf
                      key={row.participant.id}
                      {...{ row, columns, visit, open }}
                      other={parts?.OtherChoices}
                    />
                  ))}
                  {mayAdd &&
                    Array.from({ length: ROWS_ON_PAPER }, (_, at) => (
                      <tr key={at} class="on-paper">
                        <td />
                        {columns.map(({ id, settings }) => (
                          <td key={id}>
                            {settings?.allowed_values?.map((value) => (
                              <p key={value}>{settings.value_labels?.[value] ?? value}</p>
                            ))}
                          </td>
                        ))}
                      </tr>
                    ))}
                </tbody>
              </table>
            </section>
          )}
          {rows.map(
            ({ participant, ballot }) =>
              open &&
              ballot &&
              visit.finalVotes && (
                <visit.finalVotes.CastBar
                  key={participant.id}
                  ballot={ballot}
                  bar={{ text: ballot.uncast?.count.value ? participant.user_name : "" }}
                />
              ),
          )}
          {!visit.finalVotes && !done && <Unsent ballots={rows.map(({ ballot }) => ballot)} />}
          {due}
          <FormerVotes
            heading={words.vote.former}
            votes={formerCells({ rows, columns, visit, open })}
            words={words}
          />
          <More pages={pages} />
          <Retry
            problem={problem.value}
            retry={list.value === undefined ? pages.reload : undefined}
          />
        </>
      )}
      {done}
    </>
  );
}

/** The cells of own rows in columns that are no longer offered. */
const formerCells = ({
  rows,
  columns,
  visit,
  open,
}: {
  readonly rows: readonly TableRow[];
  readonly columns: readonly OptionListItem[];
  readonly visit: Visit;
  readonly open: boolean;
}): FormerVote[] =>
  rows.flatMap(({ participant, ballot }) =>
    [...(ballot?.marks.value ?? [])].flatMap(([key, mark]) => {
      const { former, value } = mark;
      const place = placeOf(key);
      if (former === undefined || columns.some(({ id }) => id === place.optionId)) return [];
      return {
        key: `${participant.id} ${key}`,
        name: [participant.user_name, nameOf(former, visit)]
          .filter((part) => part !== "")
          .join(": "),
        value: value === undefined ? undefined : String(value),
        takeBack:
          open && value !== undefined && mark.fixed !== true
            ? () => ballot?.vote(place, undefined)
            : undefined,
        state: <VoteState mark={mark} words={visit.words} />,
      };
    }),
  );
