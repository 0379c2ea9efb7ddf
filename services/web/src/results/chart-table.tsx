import { degreesText } from "../parts/show/degrees";
import type { Answers } from "./answers";
import type { Chart, Matrix, Ranking } from "./chart";
import { numberOr, percentText, rowsIn } from "./chart-texts";
import type { ChartProps } from "./charts";
import { Grid, Wide } from "./grid";

/** The numbers of a chart as a table. */
export function ChartTable(props: ChartProps<Chart>) {
  const { chart, ...others } = props;
  const label = [chart.title, others.view.texts.table].filter(Boolean).join(": ");
  return (
    <Wide label={label}>
      {chart.kind === "ranking" && <RankingTable chart={chart} {...others} />}
      {chart.kind === "matrix" && <MatrixTable chart={chart} {...others} />}
      {chart.kind === "answers" && <AnswersTable chart={chart} {...others} />}
    </Wide>
  );
}

function RankingTable({ chart, view, order }: ChartProps<Ranking>) {
  const { words, texts, isSignUp } = view;
  // Each of those who signed up counts once: there is nothing else to count.
  const values = isSignUp ? [] : chart.values;
  const rows = rowsIn(chart, order);
  const categories = rows[0]?.categories.map(({ title }) => title) ?? [];
  const arePoints = chart.unit === "points";
  const hasLocations = rows.some(({ location }) => location !== undefined);
  const titles = [
    texts.option,
    ...(isSignUp ? [] : [texts.placeTitle]),
    texts.voters,
    ...(isSignUp
      ? []
      : arePoints
        ? [texts.sumOfPoints, texts.averagePoints]
        : [texts.rating, texts.average]),
    ...categories,
    ...(hasLocations ? [texts.coordinates] : []),
  ];
  return (
    <Grid titles={[...titles, ...values.map(({ text }) => text)]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.name}</th>
          {[
            ...(isSignUp ? [] : [numberOr(row.voters > 0 ? row.rank : undefined, view)]),
            row.voters,
            ...(isSignUp ? [] : [numberOr(row.rating, view), numberOr(row.average, view)]),
            ...row.categories.map(({ value }) => numberOr(value, view)),
          ].map((text, at) => (
            <td key={titles[at + 1]} data-column={titles[at + 1]}>
              {text}
            </td>
          ))}
          {hasLocations && (
            <td data-column={texts.coordinates}>
              {row.location?.positions[0] && degreesText(row.location.positions[0], words)}
            </td>
          )}
          {values.map(({ key, text }) => {
            const value = row.values.find((each) => each.key === key);
            return (
              <td key={key} data-column={text} style={{ "--at": value?.share ?? 0 }}>
                {value?.count ?? 0}
              </td>
            );
          })}
        </tr>
      ))}
    </Grid>
  );
}

function MatrixTable({ chart, view }: ChartProps<Matrix>) {
  const { texts } = view;
  return (
    <Grid titles={[texts.row, texts.value, texts.times, texts.ofAll]} heat={false}>
      {chart.rows.flatMap(({ id, name, voters, cells }) => [
        <tr key={id}>
          <th scope="row">{name}</th>
          <td>{texts.voters}</td>
          <td>{voters}</td>
          <td />
        </tr>,
        ...cells.map(({ count, share }, at) => (
          <tr key={`${id} ${chart.columns[at]}`}>
            <th scope="row">{name}</th>
            <td>{chart.columns[at]}</td>
            <td>{count}</td>
            <td>{percentText(share, view)}</td>
          </tr>
        )),
      ])}
    </Grid>
  );
}

function AnswersTable({ chart, view }: ChartProps<Answers>) {
  const { texts } = view;
  const { answers, words } = chart;
  return (
    <>
      <Grid titles={[texts.value, texts.times, texts.ofAll]} heat={false}>
        {answers.map(({ key, text, count, share }) => (
          <tr key={key}>
            <th scope="row">{text}</th>
            <td>{count}</td>
            <td>{percentText(share, view)}</td>
          </tr>
        ))}
      </Grid>
      {words.length > 0 && (
        <Grid titles={[texts.word, texts.times]} heat={false} caption={texts.wordsTitle}>
          {words.map(({ text, count }) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td>{count}</td>
            </tr>
          ))}
        </Grid>
      )}
    </>
  );
}
