import type { Results } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useWindowEvent } from "../parts/page/use-window-event";
import { Quiet } from "../parts/show/button";
import { QrCode } from "../parts/show/qr-code";
import { resultsPath } from "../poll/addresses";
import type { Visit } from "../session/visit";
import { type Chart, chartsOf } from "./chart";
import { rowsIn } from "./chart-texts";
import { ChartBody, hasHead, type Part } from "./charts";
import { Live } from "./live";
import { peopleIn, type ResultView, resultViewOf } from "./result-view";

interface Props {
  readonly visit: Visit;
  /** The results, if they are already known. */
  readonly first: Results | undefined;
}

/** The number of rows on one slide, where they fit its height. */
const ROWS_MAX = 6;

interface Slide {
  readonly chart: Chart;
  readonly part?: Part;
  /** The number of rows of its chart before it. */
  readonly from: number;
  readonly rows: number;
}

/** The results for a projector: large, one chart at a time, with the QR code to take part. */
export function Presenter({ visit, first }: Props) {
  const { client, pollId } = visit;
  const { poll } = visit.data;
  const view = useMemo(() => resultViewOf(poll, visit), [poll]);
  // Before the first paint, so that nothing moves.
  useLayoutEffect(() => {
    document.documentElement.classList.add("presented");
    return () => document.documentElement.classList.remove("presented");
  }, []);
  return (
    <main class="hall">
      <Live client={client} pollId={pollId} page={1} first={first} words={view.words}>
        {(results) => <Slides visit={visit} results={results} view={view} />}
      </Live>
    </main>
  );
}

function Slides({
  visit: { data, pollId, dates },
  results,
  view,
}: Pick<Props, "visit"> & { readonly results: Results; readonly view: ResultView }) {
  const { poll } = data;
  const { words, texts } = view;
  const { presenter } = texts;
  /** By chart: how many rows fit one slide, as far as it is less. */
  const fitting = useSignal<ReadonlyMap<string, number>>(new Map());
  const slidesOf = (fits: ReadonlyMap<string, number>) =>
    chartsOf(results, view).flatMap((chart) => inParts(chart, view, fits.get(chart.id)));
  const slides = slidesOf(fitting.value);
  const last = slides.length;
  /** The first slide invites to take part. */
  const wanted = useSignal(0);
  const at = Math.min(wanted.value, last);
  const slide = slides[at - 1];
  const { chart } = slide ?? {};
  const showsCode = useSignal(true);
  const code = <QrCode text={poll.public_url} label={presenter.qr(poll.public_url)} />;
  const leave = resultsPath(pollId);

  /** The shown slide keeps its first row. */
  const fit = (fits: ReadonlyMap<string, number>): void => {
    if (slide !== undefined)
      wanted.value =
        1 +
        slidesOf(fits).findLastIndex(
          ({ chart: { id, kind }, part, from }) =>
            id === slide.chart.id &&
            kind === slide.chart.kind &&
            part === slide.part &&
            from <= slide.from,
        );
    fitting.value = fits;
  };
  // Before the paint: a slide that is higher than the screen gives its last row to the next one.
  useLayoutEffect(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (slide !== undefined && slide.rows > 1 && scrollHeight > clientHeight)
      fit(new Map(fitting.value).set(slide.chart.id, slide.rows - 1));
  });
  const refit = useRef(fit);
  refit.current = fit;
  useWindowEvent("resize", () => fit(new Map()));
  useEffect(() => {
    const again = (): void => refit.current(new Map());
    document.fonts.addEventListener("loadingdone", again);
    return () => document.fonts.removeEventListener("loadingdone", again);
  }, []);

  const go = (to: number) => (wanted.value = Math.max(0, Math.min(last, to)));
  const fillScreen = (): void => {
    const done =
      document.fullscreenElement === null
        ? document.documentElement.requestFullscreen()
        : document.exitFullscreen();
    done.catch(() => undefined);
  };
  // Letter keys are reserved for speech input, up and down for scrolling.
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => go(at + 1),
    PageDown: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    PageUp: () => go(at - 1),
    Home: () => go(0),
    End: () => go(last),
    Escape: () => location.assign(leave),
  };
  useWindowEvent("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });

  return (
    <>
      <header class="row hall-top">
        <h1>{poll.title}</h1>
        <p role="status">{peopleIn(results, words)}</p>
        {dates && <dates.Zone />}
      </header>
      {chart === undefined ? (
        <section class="invitation" aria-label={presenter.join}>
          {code}
          <div>
            <h2>{presenter.join}</h2>
            <p>{presenter.scan}</p>
            <p class="address">{poll.public_url.replace(/^https?:\/\//, "")}</p>
          </div>
        </section>
      ) : (
        <div class={showsCode.value ? "slide with-code" : "slide"}>
          <section aria-label={chart.title ?? poll.title}>
            {chart.title !== undefined && <h2>{chart.title}</h2>}
            <ChartBody chart={chart} part={slide?.part} view={view} order="poll" />
          </section>
          {showsCode.value && (
            <aside>
              {code}
              <p class="address">{poll.public_url.replace(/^https?:\/\//, "")}</p>
            </aside>
          )}
        </div>
      )}
      <nav class="row hall-bar" aria-label={presenter.controls}>
        <Quiet disabled={at === 0} onClick={() => go(at - 1)}>
          {words.gallery.previous}
        </Quiet>
        <span>{presenter.slide(at + 1, last + 1)}</span>
        <Quiet disabled={at === last} onClick={() => go(at + 1)}>
          {words.gallery.next}
        </Quiet>
        <Quiet onClick={() => (showsCode.value = !showsCode.value)}>
          {showsCode.value ? presenter.hideCode : presenter.showCode}
        </Quiet>
        <Quiet onClick={fillScreen}>{presenter.full}</Quiet>
        <a href={leave}>{presenter.leave}</a>
        <small class="keys">{presenter.keys}</small>
      </nav>
    </>
  );
}

/** Splits a chart into slides, each for one screen. */
function inParts(chart: Chart, { order }: ResultView, rowsMax = ROWS_MAX): readonly Slide[] {
  switch (chart.kind) {
    case "ranking": {
      const rows = piecesOf(rowsIn(chart, order), rowsMax, (rows) => ({ ...chart, rows }));
      return hasHead(chart)
        ? [
            { chart, part: "head", from: 0, rows: 0 },
            ...rows.map((slide) => ({ ...slide, part: "rows" as const })),
          ]
        : rows;
    }
    case "matrix":
      return piecesOf(chart.rows, rowsMax, (rows) => ({ ...chart, rows }));
    case "answers":
      return chart.words.length > 0
        ? [{ chart: { ...chart, answers: [] }, from: 0, rows: 0 }]
        : piecesOf(chart.answers, rowsMax, (answers) => ({ ...chart, answers }));
  }
}

/** Returns at least one slide, which may be empty. */
const piecesOf = <Item,>(
  items: readonly Item[],
  rowsMax: number,
  chartOf: (items: readonly Item[]) => Chart,
): readonly Slide[] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / rowsMax)) }, (_, at) => {
    const from = at * rowsMax;
    const piece = items.slice(from, from + rowsMax);
    return { chart: chartOf(piece), from, rows: piece.length };
  });
