import { centerOf, viewOfPlaces } from "../parts/map/location";
import { linesBetween, shareIn } from "../parts/map/map-view";
import { spread } from "../parts/map/spread";
import { pngOf } from "../parts/page/png-of";
import { type Chart, type ChartRow, isDivided, locatedRows, type Ranking } from "./chart";
import { factOfVoters, figureOf, numberOr, percentText, rowsIn } from "./chart-texts";
import { colors, INNER, MARGIN, newSheet, type Picture, type Sheet } from "./picture-sheet";
import type { Order, ResultView } from "./result-view";

const PNG_SCALE = 2;
/** Phones support no larger canvas. */
const PNG_PIXELS_MAX = 16_000_000;

const opinionColors = { yes: "#1b7340", maybe: "#c98a1a", no: "#b3261e" } as const;

interface About {
  readonly title: string;
  readonly order: Order;
  readonly view: ResultView;
}

/** A chart under the title of its poll, as a file; undefined if it is too large for the browser. */
export async function pictureFile(
  format: "svg" | "png",
  chart: Chart,
  about: About,
): Promise<Blob | undefined> {
  const { width, height, svg } = pictureOf(chart, about);
  const file = new Blob([svg], { type: "image/svg+xml" });
  const scale = Math.min(PNG_SCALE, Math.sqrt(PNG_PIXELS_MAX / (width * height)));
  return format === "svg"
    ? file
    : pngOf(file, Math.floor(width * scale), Math.floor(height * scale));
}

function pictureOf(chart: Chart, { title, order, view }: About): Picture {
  const sheet = newSheet();
  sheet.line(title, { size: 26, bold: true });
  if (chart.title !== undefined) sheet.line(chart.title, { size: 20, bold: true });
  if (view.zone !== undefined) sheet.line(view.zone(), { size: 16 });
  sheet.skip(12);
  switch (chart.kind) {
    case "ranking":
      drawWorld(sheet, chart.rows);
      for (const row of rowsIn(chart, order)) drawRow(sheet, row, chart.unit, view);
      break;
    case "matrix":
      drawMatrix(sheet, chart, view);
      break;
    case "answers": {
      for (const { text, count, share } of chart.answers) {
        sheet.line(text, { right: `${count} (${percentText(share, view)})` });
        sheet.bar([{ share, fill: colors.main }]);
      }
      if (chart.words.length > 0) {
        sheet.line(view.texts.wordsTitle, { size: 18, bold: true });
        sheet.paragraph(chart.words.map(({ text, count }) => `${text} ${count}`).join(" · "));
      }
    }
  }
  return sheet.picture();
}

function drawRow(sheet: Sheet, row: ChartRow, unit: Ranking["unit"], view: ResultView): void {
  const name = row.location === undefined ? row.name : `${row.number}. ${row.name}`;
  const [number, counted] = figureOf(row, unit, view);
  sheet.line(name, { right: number || counted, bold: row.best && !view.isSignUp });
  if (isDivided(row))
    sheet.bar(row.strip.map(({ share, opinion }) => ({ share, fill: opinionColors[opinion] })));
  else if (unit !== "place") sheet.bar([{ share: row.length, fill: colors.main }]);
  sheet.paragraph(
    [
      factOfVoters(row.voters, unit, view),
      ...(row.meanRank === undefined
        ? []
        : [view.texts.meanRank(numberOr(row.meanRank, view), row.voters)]),
      ...row.strip.map(({ text, count }) => `${text}: ${count}`),
      ...row.categories.map(({ title, value }) => `${title}: ${numberOr(value, view)}`),
    ].join(" · "),
  );
}

function drawMatrix(
  sheet: Sheet,
  { columns, rows }: Extract<Chart, { kind: "matrix" }>,
  view: ResultView,
): void {
  const first = INNER * 0.3;
  const each = (INNER - first) / Math.max(1, columns.length);
  const middles = columns.map((_, at) => MARGIN + first + each * (at + 0.5));
  sheet.cells(columns.map((text, at) => ({ text, x: middles[at] ?? 0, width: each })));
  for (const { name, cells } of rows) {
    const y = sheet.at();
    cells.forEach(({ share }, at) => {
      sheet.box(MARGIN + first + each * at + 1, y, each - 2, 34, shade(0.6 * share));
    });
    sheet.cells(
      cells.map(({ count, share }, at) => ({
        text: share > 0 ? `${count} (${percentText(share, view)})` : String(count),
        x: middles[at] ?? 0,
        width: each,
      })),
      { name, width: first },
    );
  }
}

function drawWorld(sheet: Sheet, rows: readonly ChartRow[]): void {
  const located = locatedRows(rows);
  if (located.length === 0) return;
  const view = viewOfPlaces(located);
  const y = sheet.at();
  const height = INNER / 2;
  const x = (longitude: number) => MARGIN + (longitude - view.left) * (INNER / view.width);
  const top = (latitude: number) => y + (view.top - latitude) * (height / view.height);
  for (const at of linesBetween(view.left, view.left + view.width, view.every))
    sheet.box(x(at), y, 1, height, colors.line);
  for (const at of linesBetween(view.top - view.height, view.top, view.every))
    sheet.box(MARGIN, top(at), INNER, 1, colors.line);
  const dots = located.map(({ location, number, length }) => {
    const [east, down] = shareIn(view, centerOf(location));
    return { number, radius: 14 + 10 * length, x: east * INNER, y: down * height };
  });
  for (const dot of spread(dots, { width: INNER, height, gap: 2 }))
    sheet.dot(MARGIN + dot.x, y + dot.y, dot.radius, String(dot.number));
  sheet.skip(height + 24);
}

/** Between white and the color of bars. */
function shade(share: number): string {
  const mixed = [0x1d, 0x5f, 0xbf].map((part) => Math.round(255 + (part - 255) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
