import type { ExportedOption } from "@polls/db/votes";
import { isPollOfDates } from "@polls/domain/decisions";
import type { CountWire } from "../results/count/present-count";
import { type Column, type ColumnKind, dateColumns, type ExportView, nameIn } from "./export-row";
import { momentCell, type Sheet, type SheetCell, type SheetRow } from "./xlsx";

/** The width of a column in characters, by its type. */
export const widths: Readonly<Record<ColumnKind, number>> = {
  id: 25,
  text: 32,
  name: 24,
  number: 12,
  flag: 12,
  time: 20,
  day: 12,
};

const WIDE = 40;

export function cellOf<Row>({ kind, cell }: Column<Row>, row: Row): SheetCell {
  const value = cell(row);
  return typeof value === "string" && (kind === "time" || kind === "day")
    ? momentCell(value, kind)
    : value;
}

/** How the options were counted, round by round. */
export function countSheet(count: CountWire): Sheet {
  const names = new Map(count.ranking.map(({ option_id, name }) => [option_id, name]));
  const ranks = new Map(count.ranking.map(({ option_id }, index) => [option_id, index + 1]));
  return {
    name: "Count",
    widths: [widths.number, widths.id, WIDE, widths.number, WIDE, widths.number, WIDE, WIDE * 2],
    header: [
      "round",
      "option_id",
      "option",
      "votes",
      "votes_exact",
      "rank",
      "decision",
      "sentence",
    ],
    rows: (async function* () {
      for (const [index, round] of count.rounds.entries()) {
        yield round.tally.map(
          ({ option_id: id, votes, votes_decimal }, at): SheetRow => [
            index + 1,
            id,
            names.get(id) ?? null,
            votes_decimal,
            votes,
            ranks.get(id) ?? null,
            round.elected.includes(id)
              ? "elected"
              : round.eliminated.includes(id)
                ? "eliminated"
                : null,
            at === 0 ? round.sentence : null,
          ],
        );
      }
    })(),
  };
}

export interface OptionSum {
  votes: number;
  values: number;
  sum: number;
}

export const noVotes = (): OptionSum => ({ votes: 0, values: 0, sum: 0 });

interface SummaryFacts {
  readonly options: readonly ExportedOption[];
  readonly sums: ReadonlyMap<string, OptionSum>;
  readonly counts: { readonly votes: number; readonly participants: number };
  readonly now: Date;
  readonly address: string;
}

/** What the poll is, and what the votes on each option come to. */
export const summarySheet = (view: ExportView, facts: SummaryFacts): Sheet => ({
  name: "Summary",
  widths: [
    widths.id,
    WIDE,
    WIDE,
    widths.name,
    widths.number,
    widths.number,
    widths.number,
    widths.flag,
  ],
  header: undefined,
  rows: summary(view, facts),
});

async function* summary(
  view: ExportView,
  { options, sums, counts, now, address }: SummaryFacts,
): AsyncGenerator<Iterable<SheetRow>> {
  const { poll } = view;
  yield [
    ["title", poll.title],
    ["address", address],
    ["poll", poll.memberHash],
    ["type", poll.type],
    ["status", poll.status],
    ["created_at", momentCell(poll.createdAt.toISOString(), "time")],
    ["exported_at", momentCell(now.toISOString(), "time")],
    ["participants", counts.participants],
    ["votes", counts.votes],
    [],
    [
      ...["option_id", "option", "parent_option", "approval_state", "votes", "sum", "average"],
      ...(isPollOfDates(poll) ? [...dateColumns(poll).map(({ title }) => title), "decided"] : []),
    ],
  ];
  yield summaryRows(view, options, sums);
}

function* summaryRows(
  view: ExportView,
  options: readonly ExportedOption[],
  sums: ReadonlyMap<string, OptionSum>,
): Generator<SheetRow> {
  const columns = dateColumns(view.poll);
  const marksDates = isPollOfDates(view.poll);
  for (const { optionId, name, parent, approvalState, decided } of options) {
    const { votes, values, sum } = sums.get(optionId) ?? noVotes();
    const called = [nameIn(view, name), nameIn(view, parent?.name ?? null)];
    const [total, average] = values === 0 ? [null, null] : [sum, sum / values];
    const dates = [...columns.map((column) => cellOf(column, name)), decided];
    yield [optionId, ...called, approvalState, votes, total, average, ...(marksDates ? dates : [])];
  }
}
