import type { Results } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Quiet } from "../parts/show/button";
import { QrCode } from "../parts/show/qr-code";
import { resultsPath } from "../poll/addresses";
import type { Visit } from "../session/visit";
import { type Chart, chartsOf } from "./chart";
import { rowsIn } from "./chart-texts";
import { ChartBody } from "./charts";
import { Live } from "./live";
import { peopleIn, type ResultView, resultViewOf } from "./result-view";

interface Props {
  readonly visit: Visit;
  /** The results, if they are already known. */
  readonly first: Results | undefined;
}

/** The number of rows on one slide. */
const ROWS_MAX = 6;

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
  const slides = chartsOf(results, view).flatMap((chart) => inParts(chart, view));
  const last = slides.length;
  /** The first slide invites to take part. */
  const wanted = useSignal(0);
  const at = Math.min(wanted.value, last);
  const chart = slides[at - 1];
  const showsCode = useSignal(true);
  const code = <QrCode text={poll.public_url} label={presenter.qr(poll.public_url)} />;
  const leave = resultsPath(pollId);

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
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  return (
    <>
      <header class="hall-top">
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
            <ChartBody chart={chart} view={view} order="poll" />
          </section>
          {showsCode.value && (
            <aside>
              {code}
              <p class="address">{poll.public_url.replace(/^https?:\/\//, "")}</p>
            </aside>
          )}
        </div>
      )}
      <nav class="hall-bar" aria-label={presenter.controls}>
        <Quiet disabled={at === 0} onClick={() => go(at - 1)}>
          {texts.previous}
        </Quiet>
        <span>{presenter.slide(at + 1, last + 1)}</span>
        <Quiet disabled={at === last} onClick={() => go(at + 1)}>
          {texts.next}
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

/** Splits a long chart into several, each for one screen. */
function inParts(chart: Chart, { order }: ResultView): readonly Chart[] {
  switch (chart.kind) {
    case "ranking":
      return piecesOf(rowsIn(chart, order)).map((rows) => ({ ...chart, rows }));
    case "matrix":
      return piecesOf(chart.rows).map((rows) => ({ ...chart, rows }));
    case "answers":
      return chart.words.length > 0
        ? [{ ...chart, answers: [] }]
        : piecesOf(chart.answers).map((answers) => ({ ...chart, answers }));
  }
}

/** Returns at least one piece, which may be empty. */
const piecesOf = <Item,>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / ROWS_MAX)) }, (_, at) =>
    items.slice(at * ROWS_MAX, (at + 1) * ROWS_MAX),
  );
