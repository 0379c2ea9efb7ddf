import { onDemand } from "../parts/page/on-demand";
import type { Answers } from "./answers";
import {
  bestFirst,
  type Chart,
  type ChartRow,
  isDivided,
  locatedRows,
  type Matrix,
  type Ranking,
} from "./chart";
import { factOfVoters, figureOf, isLeading, numberOr, percentText, rowsIn } from "./chart-texts";
import { Grid, Wide } from "./grid";
import type { Order, ResultView } from "./result-view";

const PlacesMap = onDemand(() => import("../parts/map/places-map"), "PlacesMap");

/** Screens show what stands above the rows of a chart and the rows themselves one after the other. */
export type Part = "head" | "rows";

export interface ChartProps<Kind extends Chart> {
  readonly chart: Kind;
  readonly view: ResultView;
  readonly order: Order;
  /** Absent: both. */
  readonly part?: Part | undefined;
}

/** A chart of text and bars, which wraps, scales and works with screen readers. */
export function ChartBody(props: ChartProps<Chart>) {
  const { chart, ...others } = props;
  switch (chart.kind) {
    case "ranking":
      return <RankingChart chart={chart} {...others} />;
    case "matrix":
      return <HeatMap chart={chart} {...others} />;
    case "answers":
      return <AnswerBars chart={chart} {...others} />;
  }
}

function RankingChart({ chart, view, order, part }: ChartProps<Ranking>) {
  const located = locatedRows(chart.rows);
  return (
    <>
      {part !== "rows" && (
        <>
          {located.length > 0 && <PlacesMap places={located} />}
          <Podium chart={chart} view={view} />
        </>
      )}
      {part !== "head" && (
        <>
          <Legend chart={chart} />
          <ol class="bars">
            {rowsIn(chart, order).map((row) => (
              <li key={row.id}>
                <RankingRow row={row} unit={chart.unit} numbered={located.length > 0} view={view} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

const PODIUM = 3;
/** Of more pictures, which share its last place, none of that place stands there. */
const PODIUM_PICTURES = 6;

/** The rows of the first places; none where they have no picture. */
function onPodium(rows: readonly ChartRow[]): readonly ChartRow[] {
  const placed = bestFirst(rows).filter(
    ({ rank = Number.POSITIVE_INFINITY, voters }) => rank <= PODIUM && voters > 0,
  );
  const tooLow = placed[PODIUM_PICTURES]?.rank ?? Number.POSITIVE_INFINITY;
  const first = placed.filter(({ rank = 0 }) => rank < tooLow);
  return first.some(({ picture }) => picture !== undefined) ? first : [];
}

/** Whether a map or pictures stand above the rows. */
export const hasHead = ({ rows }: Ranking): boolean =>
  locatedRows(rows).length > 0 || onPodium(rows).length > 0;

/** The pictures of the first places. */
function Podium({ chart: { rows, unit }, view }: Pick<ChartProps<Ranking>, "chart" | "view">) {
  const first = onPodium(rows);
  if (first.length === 0) return null;
  return (
    <ol class="podium">
      {first.map((row) => (
        <li key={row.id} class={`place-${row.rank}`}>
          {row.picture !== undefined && <img src={row.picture} alt="" />}
          <p>
            <strong>{view.words.poll.place(row.rank ?? 0)}</strong>
            <span>{row.name}</span>
            <small>{figureOf(row, unit, view).filter(Boolean).join(" ")}</small>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The color of each opinion. */
function Legend({ chart: { rows } }: { readonly chart: Ranking }) {
  const opinions = new Map(
    rows.flatMap(({ strip }) => strip).map(({ opinion, text }) => [opinion, text]),
  );
  return opinions.size === 0 ? null : (
    <ul class="row colors">
      {inOrder
        .filter((opinion) => opinions.has(opinion))
        .map((opinion) => (
          <li key={opinion} class={opinion}>
            {opinions.get(opinion)}
          </li>
        ))}
    </ul>
  );
}

const inOrder = ["yes", "maybe", "no"] as const;

function RankingRow({
  row,
  unit,
  numbered,
  view,
}: {
  readonly row: ChartRow;
  readonly unit: Ranking["unit"];
  readonly numbered: boolean;
  readonly view: ResultView;
}) {
  const { texts } = view;
  const [number, counted] = figureOf(row, unit, view);
  const isBest = isLeading(row, view);
  const yes = row.strip.find(({ opinion }) => opinion === "yes");
  // A date says beside its name how many can, and how large a share that is.
  const share = view.isOfDates && yes !== undefined && percentText(yes.share, view);
  const facts = [
    !view.isSignUp &&
      !view.isOfDates &&
      !isBest &&
      unit !== "place" &&
      row.rank !== undefined &&
      row.voters > 0 &&
      view.words.poll.place(row.rank),
    row.places !== undefined && texts.free(Math.max(0, row.places - row.voters), row.places),
    row.meanRank !== undefined && texts.meanRank(numberOr(row.meanRank, view), row.voters),
    // The number of the bar says the same, or the opinions add up to it.
    !["votes", "people"].includes(unit) &&
      !isDivided(row) &&
      row.meanRank === undefined &&
      row.voters > 0 &&
      factOfVoters(row.voters, unit, view),
    ...row.strip
      .filter((part) => share === false || part !== yes)
      .map(({ text, count, share }) => `${text}: ${count} (${percentText(share, view)})`),
    // In the line of a date it would need a second one.
    share !== false && counted !== yes?.text && `${number} ${counted}`,
    row.unanswered > 0 && texts.unanswered(row.unanswered),
    ...row.categories.map(({ title, value }) => `${title}: ${numberOr(value, view)}`),
    row.assigned > 0 && texts.assigned(row.assigned),
  ].filter((fact) => fact !== false);
  const value = (
    <>
      {number} <small>{counted}</small>
    </>
  );
  return (
    <>
      <p class="row bar-name">
        {row.picture !== undefined && <img src={row.picture} alt="" loading="lazy" />}
        <span>
          {numbered && `${row.number}. `}
          {row.name}
        </span>
        <span class="bar-value">
          {yes === undefined ? (
            value
          ) : (
            <>
              {yes.count} {yes.text}{" "}
              {share === false ? (
                counted !== yes.text && <small>· {value}</small>
              ) : (
                <small>({share})</small>
              )}
            </>
          )}
        </span>
      </p>
      {isDivided(row) ? (
        <div class="strip" aria-hidden="true">
          {row.strip.map(({ key, opinion, share }) => (
            <div key={key} class={opinion} style={{ flexGrow: share }} />
          ))}
        </div>
      ) : (
        unit !== "place" && <Bar length={row.length} />
      )}
      {view.Places !== undefined && row.voters > 0 && <view.Places option={{ id: row.id }} />}
      <ul class="row bar-facts">
        {isBest && (
          <li>
            <strong>{view.best}</strong>
          </li>
        )}
        {row.decided && (
          <li>
            <strong>{texts.decided}</strong>
          </li>
        )}
        {[...new Set(facts)].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  );
}

const Bar = ({ length }: { readonly length: number }) => (
  <div class="bar" aria-hidden="true">
    <div style={{ width: `${100 * length}%` }} />
  </div>
);

function HeatMap({ chart, view }: ChartProps<Matrix>) {
  return (
    <Wide label={chart.title ?? view.texts.table}>
      <Grid titles={[view.texts.row, ...chart.columns]}>
        {chart.rows.map(({ id, name, cells }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {cells.map(({ count, share }, at) => (
              <td key={chart.columns[at]} data-column={chart.columns[at]} style={{ "--at": share }}>
                {count}
                {share > 0 && <small> {percentText(share, view)}</small>}
              </td>
            ))}
          </tr>
        ))}
      </Grid>
    </Wide>
  );
}

/** With more different answers than this, words are shown instead of bars. */
const BARS_MAX = 12;

function AnswerBars({ chart, view }: ChartProps<Answers>) {
  const { texts } = view;
  const { answers, average, isList, left, locations, voters } = chart;
  const greatest = Math.max(...answers.map(({ count }) => count), 1);
  const places = answers.flatMap(({ key, text, count }, at) => {
    const location = locations.get(key);
    return location
      ? [{ id: key, number: at + 1, name: text, location, length: count / greatest }]
      : [];
  });
  return (
    <>
      <p class="fine">
        {texts.answers(voters)}
        {average !== undefined && ` · ${texts.average}: ${numberOr(average, view)}`}
      </p>
      <Cloud chart={chart} view={view} />
      {places.length > 0 && <PlacesMap places={places} />}
      <ol class="bars">
        {answers.slice(0, chart.words.length > 0 ? BARS_MAX : undefined).map((answer, at) => (
          <li key={answer.key}>
            <p class="row bar-name">
              <span>
                {places.length > 0 && `${at + 1}. `}
                {answer.text}
              </span>
              {(!isList || answer.count > 1) && (
                <span class="bar-value">
                  {answer.count} {!isList && <small>{percentText(answer.share, view)}</small>}
                </span>
              )}
            </p>
            {!isList && <Bar length={answer.share} />}
          </li>
        ))}
      </ol>
      {left > 0 && answers.length > 0 && <p class="fine">{texts.left(left)}</p>}
    </>
  );
}

/** Sizes of words, from 0 on. */
const CLOUD_SIZES = 5;

/** A word cloud; screen readers get the numbers. */
function Cloud({ chart, view }: Pick<ChartProps<Answers>, "chart" | "view">) {
  const { texts } = view;
  const [first] = chart.words;
  if (first === undefined) return null;
  const least = chart.words.at(-1)?.count ?? 0;
  const span = Math.max(1, first.count - least);
  return (
    <>
      <h3>{texts.wordsTitle}</h3>
      <ul class="cloud">
        {chart.words.map(({ text, count }) => (
          <li key={text} class={`size-${Math.round(((CLOUD_SIZES - 1) * (count - least)) / span)}`}>
            {text} <small>{count}</small>
          </li>
        ))}
      </ul>
      {chart.answers.length > 0 && <h3>{texts.answersTitle}</h3>}
    </>
  );
}
