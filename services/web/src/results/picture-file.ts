import { colors, FAMILY, fontOf, type Picture } from "./picture-sheet";

const PNG_SCALE = 2;
/** Phones support no larger canvas. */
const PNG_PIXELS_MAX = 16_000_000;

/** The picture as a file in SVG. */
export function svgOf({ width, height, shapes }: Picture): Blob {
  const content = shapes.map(markupOf).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FAMILY}"><rect width="${width}" height="${height}" fill="${colors.paper}"/>${content}</svg>`;
  return new Blob([svg], { type: "image/svg+xml" });
}

function markupOf(shape: Picture["shapes"][number]): string {
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
