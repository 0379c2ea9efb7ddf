import { numberText } from "../parts/show/number-text";
import { bestFirst, type ChartRow, type Ranking } from "./chart";
import type { Order, ResultView } from "./result-view";

export const rowsIn = ({ rows }: Ranking, order: Order): readonly ChartRow[] =>
  order === "best" ? bestFirst(rows) : rows;

export const numberOr = (value: number | undefined, { words }: ResultView): string =>
  value === undefined ? "–" : numberText(value, words.locale, 2);

export const percentText = (share: number, { words }: ResultView): string =>
  new Intl.NumberFormat(words.locale, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** The number of a row, and what it counts: plain votes for it where nothing else counts. An average without votes is none. */
export function figureOf(
  { rank, value, rating = 0, voters, strip }: ChartRow,
  unit: Ranking["unit"],
  view: ResultView,
): readonly [number: string, counted: string] {
  const { texts, words } = view;
  const yes = strip.find(({ opinion }) => opinion === "yes");
  const hasMaybe = strip.some(({ opinion }) => opinion === "maybe");
  if (unit === "yes" && !hasMaybe) {
    return [numberOr(yes?.count ?? 0, view), yes?.text ?? words.vote.yes];
  }
  if (unit === "place")
    return [rank === undefined || voters === 0 ? "" : words.poll.place(rank), ""];
  if (unit === "wins") return [voters === 0 ? texts.notCompared : wonText(rating, value, view), ""];
  if (unit === "average" && voters === 0) return ["", texts.noRatings];
  return [numberOr(value, view), texts.units[unit](value)];
}

/** Whether an option is marked as the best. */
export const isLeading = ({ best }: ChartRow, { marksBest }: ResultView): boolean =>
  best && marksBest;

/** A share has 4 decimals, which tell how many comparisons there are up to some hundreds. */
function wonText(wins: number, share: number, view: ResultView): string {
  const of = share > 0 ? Math.round(wins / share) : 0;
  return view.texts.won(wins, of * of > 10_000 * wins ? percentText(share, view) : of);
}

/** How many took part: a participant gives many points, and judges many pairs. */
export const factOfVoters = (voters: number, unit: Ranking["unit"], view: ResultView): string =>
  unit === "points" || unit === "wins"
    ? `${view.texts.voters}: ${voters}`
    : view.words.results.votes(voters);
