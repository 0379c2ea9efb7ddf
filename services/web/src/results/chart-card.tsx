import { Download } from "virtual:icons";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import { type Chart, isEmpty } from "./chart";
import { ChartTable } from "./chart-table";
import { ChartBody } from "./charts";
import type { Order, ResultView } from "./result-view";

interface Props {
  readonly chart: Chart;
  readonly view: ResultView;
  readonly order: Order;
  /** The title of the poll, which is shown on pictures. */
  readonly title: string;
}

const formats = ["svg", "png"] as const;

/** A chart with its table, and buttons to save it as a picture. */
export function ChartCard({ chart, view, order, title }: Props) {
  const { words, texts } = view;
  const { busy, problem, attempt } = useAttempts(() => words.failed);
  const name = chart.title ?? title;

  const save = (format: (typeof formats)[number]): Promise<void> =>
    attempt(async () => {
      const { pictureFile } = await import("./picture");
      const file = await pictureFile(format, chart, { title, order, view });
      if (file === undefined) throw new Error("the browser made no picture");
      saveFile(file, fileNameOf(name, format));
    });

  return (
    <article class="chart" aria-label={name}>
      {chart.kind === "answers" && chart.under !== undefined && <p class="of">{chart.under}</p>}
      {chart.title !== undefined && <h2>{chart.title}</h2>}
      <ChartBody chart={chart} view={view} order={order} />
      {!isEmpty(chart) && (
        <div class="row numbers">
          <details>
            <summary>{texts.table}</summary>
            <ChartTable chart={chart} view={view} order={order} />
          </details>
          {formats.map((format) => (
            <Quiet
              key={format}
              disabled={busy.value}
              aria-label={texts.pictureOf(name, format.toUpperCase())}
              onClick={() => void save(format)}
            >
              <Icon of={Download} />
              {format.toUpperCase()}
            </Quiet>
          ))}
        </div>
      )}
      <Problem text={problem.value} />
    </article>
  );
}
