import type { Poll, Results } from "@polls/client";
import { type Chart, type ChartRow, chartsOf, isDivided } from "../results/chart";
import { figureOf, isLeading, numberOr } from "../results/chart-texts";
import { type ResultView, resultViewOf } from "../results/result-view";

/** What all votes on an option come to. */
export interface Total {
  readonly text: string;
  readonly isBest: boolean;
}

/** The totals by the ids of options, as the bars of the results say them. */
export function totalsOf(results: Results, poll: Poll): ReadonlyMap<string, Total> {
  const view = resultViewOf(poll);
  return new Map(chartsOf(results, view).flatMap((chart) => totalsIn(chart, view)));
}

function totalsIn(chart: Chart, view: ResultView): readonly (readonly [string, Total])[] {
  const { texts } = view;
  switch (chart.kind) {
    case "ranking":
      return chart.rows.map((row) => {
        const text =
          chart.unit === "yes" || isDivided(row)
            ? opinionsText(row, view)
            : figureOf(row, chart.unit, view).filter(Boolean).join(" ");
        return [row.id, { text, isBest: isLeading(row, view) }];
      });
    case "matrix":
      return chart.rows.map(({ id, voters }) => [
        id,
        { text: texts.answers(voters), isBest: false },
      ]);
    case "answers": {
      const { id, voters, average } = chart;
      const mean = average === undefined ? "" : ` · ${texts.average}: ${numberOr(average, view)}`;
      return [[id, { text: texts.answers(voters) + mean, isBest: false }]];
    }
  }
}

/** How many said yes, and maybe. */
function opinionsText({ strip }: ChartRow, { words }: ResultView): string {
  const given = strip.filter(({ opinion }) => opinion !== "no");
  const parts = given.length === 0 ? [{ count: 0, text: words.vote.yes }] : given;
  return parts
    .map(({ count, text }) => `${count}\u00a0${text.toLocaleLowerCase(words.locale)}`)
    .join(" · ");
}
