import { linesBetween } from "../parts/map/map-view";
import { type Chart, type ChartRow, isDivided, type Ranking } from "./chart";
import { factOfVoters, figureOf, numberOr, percentText, rowsIn } from "./charts";
import { type OptionLocation, viewOf } from "./location";
import type { Order, ResultView } from "./result-view";
import { centerOf, locatedRows } from "./world";

type Shape =
  | {
      readonly kind: "box";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
    }
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly fill: string;
      readonly bold: boolean;
      readonly align: "start" | "end" | "middle";
    }
  | {
      readonly kind: "dot";
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly fill: string;
    };

/** A chart as shapes on white, for SVG and PNG, without media or styles of the page. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

const WIDTH = 960;
const MARGIN = 32;
const INNER = WIDTH - 2 * MARGIN;
const FAMILY = "system-ui, -apple-system, 'Segoe UI', sans-serif";
const colors = { ink: "#1b1f24", soft: "#59626e", line: "#d8dce1", main: "#1d5fbf", paper: "#fff" };
const tones = { yes: "#1b7340", maybe: "#c98a1a", no: "#b3261e" } as const;
const PNG_SCALE = 2;
/** Phones support no larger canvas. */
const PNG_PIXELS_MAX = 16_000_000;

/** Draws a chart under the title of its poll. */
export function pictureOf(
  chart: Chart,
  {
    title,
    order,
    view,
  }: { readonly title: string; readonly order: Order; readonly view: ResultView },
): Picture {
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
    sheet.bar(
      row.strip.map(({ share, tone }) => ({
        share,
        fill: tone === "scale" ? colors.main : tones[tone],
      })),
    );
  else if (unit !== "place") sheet.bar([{ share: row.length, fill: colors.main }]);
  sheet.paragraph(
    [
      factOfVoters(row.voters, unit, view),
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
  const view = viewOf(located.map(({ location }) => location));
  const y = sheet.at();
  const scale = INNER / view.width;
  const x = (longitude: number) => MARGIN + (longitude - view.left) * scale;
  const top = (latitude: number) => y + (view.top - latitude) * scale;
  for (const at of linesBetween(view.left, view.left + view.width, view.every))
    sheet.box(x(at), y, 1, view.height * scale, colors.line);
  for (const at of linesBetween(view.top - view.height, view.top, view.every))
    sheet.box(MARGIN, top(at), INNER, 1, colors.line);
  for (const { location, number, length } of located) {
    const [longitude, latitude] = centerOf(location as OptionLocation);
    sheet.dot(x(longitude), top(latitude), 14 + 10 * length, String(number));
  }
  sheet.skip(view.height * scale + 24);
}

/** Between white and the color of bars. */
function shade(share: number): string {
  const mixed = [0x1d, 0x5f, 0xbf].map((part) => Math.round(255 + (part - 255) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

type Sheet = ReturnType<typeof newSheet>;

/** Shapes below each other. */
function newSheet() {
  const pen = document.createElement("canvas").getContext("2d");
  const shapes: Shape[] = [];
  let y = MARGIN;

  const widthOf = (text: string, size: number, bold: boolean): number => {
    if (pen === null) return text.length * size * 0.6;
    pen.font = fontOf(size, bold);
    return pen.measureText(text).width;
  };
  /** The text, cut to the available width. */
  function fit(text: string, width: number, size: number, bold = false): string {
    if (widthOf(text, size, bold) <= width) return text;
    const signs = [...text];
    while (signs.length > 0 && widthOf(`${signs.join("")}…`, size, bold) > width) signs.pop();
    return `${signs.join("")}…`;
  }
  const write = (text: string, more: Partial<Extract<Shape, { kind: "text" }>>) =>
    shapes.push({
      kind: "text",
      x: MARGIN,
      y,
      text,
      size: 16,
      fill: colors.ink,
      bold: false,
      align: "start",
      ...more,
    });
  const box = (x: number, top: number, width: number, height: number, fill: string) =>
    shapes.push({ kind: "box", x, y: top, width, height, fill });

  return {
    at: () => y,
    skip: (height: number) => {
      y += height;
    },
    box,
    dot(x: number, top: number, radius: number, text: string) {
      shapes.push({ kind: "dot", x, y: top, radius, fill: colors.main });
      write(text, { x, y: top + 5, size: 15, bold: true, fill: colors.paper, align: "middle" });
    },
    /** A text, and another one at the end of its line. */
    line(
      text: string,
      more: { readonly size?: number; readonly bold?: boolean; readonly right?: string } = {},
    ) {
      const { size = 16, bold = false, right = "" } = more;
      y += size * 1.4;
      const room = INNER - (right === "" ? 0 : widthOf(right, size, true) + 16);
      write(fit(text, room, size, bold), { y, size, bold });
      if (right !== "") write(right, { x: WIDTH - MARGIN, y, size, bold: true, align: "end" });
      y += size * 0.4;
    },
    bar(parts: readonly { readonly share: number; readonly fill: string }[], height = 16) {
      box(MARGIN, y, INNER, height, "#eef0f3");
      let x = MARGIN;
      for (const { share, fill } of parts) {
        const width = INNER * Math.min(1, Math.max(0, share));
        box(x, y, Math.max(0, width - (parts.length > 1 ? 2 : 0)), height, fill);
        x += width;
      }
      y += height + 6;
    },
    /** A small text over as many lines as it needs. */
    paragraph(text: string) {
      let line = "";
      const flush = () => {
        y += 18;
        write(fit(line, INNER, 14), { y, size: 14, fill: colors.soft });
        line = "";
      };
      for (const word of text.split(" ")) {
        if (line !== "" && widthOf(`${line} ${word}`, 14, false) > INNER) flush();
        line = line === "" ? word : `${line} ${word}`;
      }
      flush();
      y += 10;
    },
    cells(
      cells: readonly { readonly text: string; readonly x: number; readonly width: number }[],
      row?: { readonly name: string; readonly width: number },
    ) {
      if (row !== undefined) write(fit(row.name, row.width - 12, 16), { y: y + 22 });
      for (const { text, x, width } of cells)
        write(fit(text, width - 6, 14, row === undefined), {
          x,
          y: y + 22,
          size: 14,
          align: "middle",
          bold: row === undefined,
        });
      y += 38;
    },
    picture: (): Picture => ({ width: WIDTH, height: Math.ceil(y + MARGIN), shapes }),
  };
}

const fontOf = (size: number, bold: boolean): string => `${bold ? 600 : 400} ${size}px ${FAMILY}`;

/** The picture as a file in SVG. */
export function svgOf({ width, height, shapes }: Picture): Blob {
  const content = shapes.map(markupOf).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FAMILY}"><rect width="${width}" height="${height}" fill="${colors.paper}"/>${content}</svg>`;
  return new Blob([svg], { type: "image/svg+xml" });
}

function markupOf(shape: Shape): string {
  const x = round(shape.x);
  const y = round(shape.y);
  switch (shape.kind) {
    case "box":
      return `<rect x="${x}" y="${y}" width="${round(shape.width)}" height="${round(shape.height)}" fill="${shape.fill}"/>`;
    case "dot":
      return `<circle cx="${x}" cy="${y}" r="${round(shape.radius)}" fill="${shape.fill}"/>`;
    case "text":
      return `<text x="${x}" y="${y}" font-size="${shape.size}" font-weight="${shape.bold ? 600 : 400}" text-anchor="${shape.align}" fill="${shape.fill}">${escaped(shape.text)}</text>`;
  }
}

const round = (number: number): number => Math.round(number * 10) / 10;

/** Removes characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");

/** The picture as a PNG file; undefined if it is too large for the browser. */
export async function pngOf({ width, height, shapes }: Picture): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  const scale = Math.min(PNG_SCALE, Math.sqrt(PNG_PIXELS_MAX / (width * height)));
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const pen = canvas.getContext("2d");
  if (pen === null) return undefined;
  pen.scale(scale, scale);
  pen.fillStyle = colors.paper;
  pen.fillRect(0, 0, width, height);
  for (const shape of shapes) {
    pen.fillStyle = shape.fill;
    switch (shape.kind) {
      case "box":
        pen.fillRect(shape.x, shape.y, shape.width, shape.height);
        break;
      case "dot":
        pen.beginPath();
        pen.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
        pen.fill();
        break;
      case "text":
        pen.font = fontOf(shape.size, shape.bold);
        pen.textAlign = shape.align === "middle" ? "center" : shape.align;
        pen.fillText(shape.text, shape.x, shape.y);
    }
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/png"));
}
