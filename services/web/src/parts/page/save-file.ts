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

/** Saves content as a file of this device. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
