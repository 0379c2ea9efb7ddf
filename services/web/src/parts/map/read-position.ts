import type { Position } from "./map-view";

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** Where links of maps have latitude and longitude. The place of a link comes before the middle of its map. */
const inLinks = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  `[?&](?:q|query|ll|coordinate|destination|daddr|cp|center)=(?:loc:)?${NUMBER}[,~]\\s*${NUMBER}`,
  `^geo:${NUMBER},${NUMBER}(?:,-?\\d+(?:\\.\\d+)?)?(?:[;?]|$)`,
  `@${NUMBER},${NUMBER}`,
  `[#&]map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((pattern) => new RegExp(pattern));

const SIXTIETHS = String.raw`(\d{1,2}(?:[.,]\d+)?)`;
/** Degrees, with or without minutes and seconds, and the direction. */
const DEGREES = String.raw`(-?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:${SIXTIETHS}\s*['′’]\s*)?(?:${SIXTIETHS}\s*["″”]\s*)?([NSEWO])?`;
const coordinates = new RegExp(`^${DEGREES}\\s*[,;\\s]\\s*${DEGREES}$`, "i");

/**
 * The position that a text names: latitude and longitude as people write them, also with the letters of the compass in
 * English and German, or the link of a map. Undefined: the text has none.
 */
export function positionIn(text: string): Position | undefined {
  const trimmed = text.trim();
  return /^(https?|geo):/i.test(trimmed) ? positionInLink(trimmed) : positionInWords(trimmed);
}

function positionInLink(link: string): Position | undefined {
  const plain = link.replaceAll(/%2c/gi, ",").replaceAll("+", "");
  for (const pattern of inLinks) {
    const [, latitude, longitude] = pattern.exec(plain) ?? [];
    const found = onEarth(Number(latitude), Number(longitude));
    if (found !== undefined) return found;
  }
  return undefined;
}

function positionInWords(text: string): Position | undefined {
  const parts = coordinates.exec(text);
  if (parts === null) return undefined;
  const [, d1, m1, s1, first = "", d2, m2, s2, second = ""] = parts;
  const [a, b] = [degrees([d1, m1, s1], first), degrees([d2, m2, s2], second)];
  return /[EWO]/i.test(first) ? onEarth(b, a) : onEarth(a, b);
}

function degrees(parts: readonly (string | undefined)[], letter: string): number {
  const [whole = 0, minutes = 0, seconds = 0] = parts.map((part = "0") =>
    Number(part.replace(",", ".")),
  );
  const sixtieths = minutes / 60 + seconds / 3_600;
  return (
    (whole + (parts[0]?.startsWith("-") ? -sixtieths : sixtieths)) * (/[SW]/i.test(letter) ? -1 : 1)
  );
}

/** Whether a text is a short link of a map, which has no position in its address. */
export const isShortLink = (text: string): boolean =>
  /^\s*(https?:\/\/)?(maps\.app\.goo\.gl|goo\.gl\/maps|maps\.apple(\.com\/p)?\/)/i.test(text);

const onEarth = (latitude: number, longitude: number): Position | undefined =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : undefined;
