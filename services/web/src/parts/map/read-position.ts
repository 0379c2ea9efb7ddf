import type { Position } from "./map-view";

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** Where links of maps have latitude and longitude. The place of a link comes before the middle of its map. */
const inLinks = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  `[?&](?:q|query|ll|coordinate|destination|daddr|cp|center)=(?:loc:)?${NUMBER}[,~]\\s*${NUMBER}`,
  `^geo:${NUMBER},${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  `[#&]map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((pattern) => new RegExp(pattern));

const DEGREES = String.raw`(-?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEWO])?`;
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
  const [, one = "", first = "", other = "", second = ""] = coordinates.exec(text) ?? [];
  if (one === "") return undefined;
  const [a, b] = [degrees(one, first), degrees(other, second)];
  return /[EWO]/i.test(first) ? onEarth(b, a) : onEarth(a, b);
}

const degrees = (number: string, letter: string): number =>
  Number(number.replace(",", ".")) * (/[SW]/i.test(letter) ? -1 : 1);

const onEarth = (latitude: number, longitude: number): Position | undefined =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : undefined;
