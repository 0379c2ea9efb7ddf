/** A picture in SVG as a PNG of so many pixels; undefined if it is too large for the browser. */
export async function pngOf(svg: Blob, width: number, height: number): Promise<Blob | undefined> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  if (pen === null) return undefined;
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
    pen.drawImage(image, 0, 0, width, height);
  } finally {
    URL.revokeObjectURL(image.src);
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/png"));
}
