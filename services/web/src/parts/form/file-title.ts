/** What cameras and programs call their files. */
const CODES =
  /^(?:im(?:g|age)|dsc[fn]?|pxl|vid(?:eo)?|mov|photo|foto|bild|screen|shot|screenshot|bildschirm(?:foto|aufnahme)|whatsapp|signal|aufnahme|recording|scan|fullsizerender|received|snapchat|telegram|unknown|unbekannt|untitled|unbenannt|copy|kopie|edited|bearbeitet)$/i;

/** A name by the standard of cameras (DCF): four characters, and a number, such as in DJI_0042. */
const CAMERA = /^[\w-]{4}\d{4,}(?![\p{L}\d])/u;

const TITLE_MAX = 120;

/** A title from the name of a file, if that has words: no extension, and no number of a camera. */
export function titleOf(fileName: string): string | undefined {
  // File systems of macOS part letters from their accents.
  const parts = fileName
    .normalize("NFC")
    .replace(/\.\w{1,5}$/, "")
    .replace(CAMERA, "")
    .split(/[\s_.\-–()[\]]+/)
    .filter((part) => part !== "");
  const isWord = (part: string): boolean => /^[\p{L}'’]{3,}$/u.test(part) && !CODES.test(part);
  if (!parts.some(isWord)) return undefined;
  // A number of up to four digits may be a year.
  const kept = parts.filter((part) => /^(?:[\p{L}'’]+|\d{1,4})$/u.test(part));
  const first = kept.findIndex(isWord);
  const title = kept.slice(first).join(" ").slice(0, TITLE_MAX);
  return title.charAt(0).toUpperCase() + title.slice(1);
}
