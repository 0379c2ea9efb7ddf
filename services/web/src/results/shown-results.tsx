import type { Poll, RequestClient, Results } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { onDemand } from "../parts/page/on-demand";
import { isPrinted } from "../parts/page/printed";
import { Quiet } from "../parts/show/button";
import type { Visit } from "../session/visit";
import { chartsOf, isHidden, isUnanswered } from "./chart";
import { ChartCard } from "./chart-card";
import { Live, PER_PAGE } from "./live";
import { type Order, peopleIn, resultViewOf } from "./result-view";

const CountRounds = onDemand(() => import("./count"), "CountRounds");

interface Props {
  readonly poll: Poll;
  readonly client: () => RequestClient;
  /** The hash with which the reader reads the results. */
  readonly pollId: string;
  /** The first page, where it is known already. */
  readonly first?: Results | undefined;
  /** For participants. */
  readonly visit?: Visit;
}

/** Results as charts and tables, for participants and admins alike. */
export function ShownResults({ poll, client, pollId, first, visit }: Props) {
  const view = useMemo(() => resultViewOf(poll, visit), [poll]);
  const { words, texts } = view;
  const order = useSignal<Order>(view.order);
  const page = useSignal(1);
  useEffect(openTablesInPrint, []);

  const last = Math.max(1, Math.ceil(poll.options_count / PER_PAGE));
  return (
    <Live client={client} pollId={pollId} page={page.value} first={first} words={words}>
      {(results, live) => {
        // To participants, a question without answers says nothing.
        const charts = chartsOf(results, view).filter(
          (chart) => visit === undefined || !isUnanswered(chart),
        );
        // A list of places to sign up for has no best ones.
        const hasRanks = !view.isSignUp && results.options.some(({ rank }) => rank !== undefined);
        return (
          <>
            <p class="fine" role="status">
              {peopleIn(results, words)}
              {live && !view.isOver && <span class="live"> ● {texts.live}</span>}
            </p>
            {results.counted_at !== undefined && (
              <CountRounds {...{ view, client, pollId, at: results.counted_at }} />
            )}
            {charts.length === 0 && <p class="notice">{texts.none}</p>}
            {charts.some(isHidden) && <p class="fine">{texts.kept}</p>}
            {charts.map((chart) => (
              <ChartCard
                key={`${chart.kind} ${chart.id}`}
                {...{ chart, view, order: order.value, title: poll.title }}
              />
            ))}
            {charts.length > 0 && (
              <div class="row take">
                {hasRanks && (
                  <label class="field">
                    {words.list.order}{" "}
                    <select
                      value={order.value}
                      onChange={({ currentTarget }) =>
                        (order.value = currentTarget.value === "best" ? "best" : "poll")
                      }
                    >
                      {Object.entries(texts.orders).map(([value, text]) => (
                        <option key={value} value={value}>
                          {text}
                        </option>
                      ))}
                    </select>
                  </label>
                )}
                <Quiet onClick={() => print()}>{texts.print}</Quiet>
              </div>
            )}
            {last > 1 && (
              <nav class="row take" aria-label={words.results.title}>
                <Quiet disabled={page.value === 1} onClick={() => page.value--}>
                  {words.gallery.previous}
                </Quiet>
                <span>
                  {texts.range(
                    (page.value - 1) * PER_PAGE + 1,
                    Math.min(page.value * PER_PAGE, poll.options_count),
                    poll.options_count,
                  )}
                </span>
                <Quiet disabled={page.value === last} onClick={() => page.value++}>
                  {words.gallery.next}
                </Quiet>
              </nav>
            )}
          </>
        );
      }}
    </Live>
  );
}

/** Opens all tables for printing, and closes them again. */
const openTablesInPrint = (): (() => void) => {
  let opened: readonly HTMLDetailsElement[] = [];
  return isPrinted.subscribe((isNow) => {
    if (isNow)
      opened = [...document.querySelectorAll<HTMLDetailsElement>(".chart details:not([open])")];
    for (const details of opened) details.open = isNow;
  });
};
