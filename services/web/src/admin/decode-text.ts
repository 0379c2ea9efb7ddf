/**
 * The text of a file: by its byte order mark, else as UTF-8 if it is valid, else as Windows-1252,
 * in which spreadsheets save CSV. The last one fits every file, so it is not certain.
 */
export function decodeText(bytes: Uint8Array): {
  readonly text: string;
  readonly isCertain: boolean;
} {
  const marked = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) {
    return { text: new TextDecoder(marked.encoding).decode(bytes), isCertain: true };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isCertain: true };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), isCertain: false };
  }
}

const marks = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
] as const;
