import { badRequest } from "../replies/problem";

/**
 * Texts of users, as bytes or percent-encoded (docs/reference/requests.md#texts-in-headers). Only `readTextHeader`
 * reads them.
 */
const encodedNames = {
  "X-SERVICE-USER-IDENTIFIER": "X-SERVICE-USER-IDENTIFIER-ENCODED",
  "X-SERVICE-POLL-PASSWORD": "X-SERVICE-POLL-PASSWORD-ENCODED",
} as const;

export type TextHeader = keyof typeof encodedNames;

/** Both names of each text header, for CORS and `Vary`. */
export const textHeaderNames: readonly string[] = Object.entries(encodedNames).flat();

export const isTextHeader = (name: string): name is TextHeader => Object.hasOwn(encodedNames, name);

export const encodedNameOf = (name: TextHeader): string => encodedNames[name];

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** As UTF-8, or as Latin-1 if it is no valid UTF-8, because `fetch` sends headers so. */
export function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

/**
 * Reads a text header. `single` returns the value of a header as Node does, with one character for
 * each byte. An empty value counts as absent. Throws 400 for control characters, for an invalid
 * percent-encoding or one of a text that is not UTF-8, and for two forms with different texts.
 */
export function readTextHeader(
  name: TextHeader,
  single: (name: string) => string | undefined,
): string | undefined {
  const plain = readForm(name, single(name), (value) => textOf(Buffer.from(value, "latin1")));
  const encodedName = encodedNames[name];
  const encoded = readForm(encodedName, single(encodedName), (value) =>
    percentDecoded(encodedName, value),
  );
  if (plain !== undefined && encoded !== undefined && plain !== encoded) {
    throw badRequest(`${name} is given in two forms that differ`);
  }
  return plain ?? encoded;
}

function readForm(
  name: string,
  value: string | undefined,
  read: (value: string) => string,
): string | undefined {
  if (value === undefined || value === "") return undefined;
  // Most values need no decoding.
  if (/^[\x20-\x24\x26-\x7e]*$/.test(value)) return value;
  const text = read(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
  if (/[\x00-\x1f\x7f]/.test(text)) throw badRequest(`${name} has a control character`);
  return text;
}

function percentDecoded(name: string, value: string): string {
  if (!/^(?:[\x20-\x24\x26-\x7e]|%[\da-f]{2})*$/i.test(value)) {
    throw badRequest(`${name} is not valid percent-encoding`);
  }
  const bytes = Buffer.from(
    value.replace(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  );
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest(`${name} is not UTF-8`);
  }
}
