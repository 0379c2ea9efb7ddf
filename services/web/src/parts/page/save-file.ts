const NAME_MAX = 80;

/**
 * A file name from a title, without what file systems refuse.
 * @param part What of it the file has, where there are several files.
 */
export function fileNameOf(title: string, ending: string, part?: string): string {
  const plain = title.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, " ").replaceAll(/\s+/g, " ");
  const short = [...plain].slice(0, NAME_MAX).join("").trim();
  return `${part === undefined ? short : `${short} – ${part}`}.${ending}`;
}

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

/** Saves content as a file of this device. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
