export interface FileText {
  readonly text: string;
  /** Whether the file does not tell its character set. */
  readonly isGuess: boolean;
}

const marks: Readonly<Record<string, string>> = { "255,254": "utf-16le", "254,255": "utf-16be" };

/** Spreadsheets save texts as UTF-8, as UTF-16 with a byte order mark, or as Windows-1252. */
export function textOf(bytes: Uint8Array): FileText {
  const encoding = marks[bytes.subarray(0, 2).join()] ?? "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), isGuess: true };
  }
}

export const bytesOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.arrayBuffer());
