import type { Picture } from "./picture-sheet";

const PNG_SCALE = 2;
/** Phones support no larger canvas. */
const PNG_PIXELS_MAX = 16_000_000;

/** The picture as a file; undefined if it is too large for the browser. */
export async function fileOf(format: "svg" | "png", picture: Picture): Promise<Blob | undefined> {
  const svg = new Blob([picture.svg], { type: "image/svg+xml" });
  return format === "svg" ? svg : pngOf(svg, picture);
}

async function pngOf(svg: Blob, { width, height }: Picture): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  const scale = Math.min(PNG_SCALE, Math.sqrt(PNG_PIXELS_MAX / (width * height)));
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const pen = canvas.getContext("2d");
  if (pen === null) return undefined;
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(image.src);
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/png"));
}
