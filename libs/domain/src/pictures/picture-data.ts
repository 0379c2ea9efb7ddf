import type { ProblemSentence } from "../refusals/field-problems";

/** The kinds of pictures that a data URL may hold, with how their bytes begin. */
const kinds: ReadonlyMap<string, RegExp> = new Map([
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
  ["image/gif", /^GIF8[79]a/],
  ["image/avif", /^[\s\S]{4}ftyp(?:avif|avis|mif1)/],
]);

/** Base64 of 1 MB, with the words before it. */
const LENGTH_MAX = 1_400_000;

/** Base64 of the first bytes, which tell the kind. */
const HEAD = 32;

/** What is wrong with a text as the data URL of a picture. The picture itself is decoded where it is drawn. */
export function pictureDataProblem(value: unknown): ProblemSentence | undefined {
  if (typeof value !== "string") return "must be a string";
  if (value.length > LENGTH_MAX) return `must have at most ${LENGTH_MAX} characters`;
  const comma = value.indexOf(",");
  const kind = /^data:([\w/+.-]{1,40});base64$/.exec(value.slice(0, Math.max(0, comma)))?.[1];
  const base64 = value.slice(comma + 1);
  if (kind !== undefined && base64 === "") return "is empty";
  if (kind === undefined || !isBase64(base64)) return "must be a data: URI in base64";
  const begins = kinds.get(kind);
  return begins?.test(atob(base64.slice(0, HEAD))) === true
    ? undefined
    : `must be one of ${[...kinds.keys()].join(", ")}`;
}

const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
