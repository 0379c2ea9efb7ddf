export interface FileText {
  readonly text: string;
  /** Whether the file does not tell its character set. */
  readonly isGuess: boolean;
  /** Whether it is UTF-8 with broken bytes, so that the guess has wrong letters everywhere. */
  readonly isBroken?: true;
}

const marks: Readonly<Record<string, string>> = { "255,254": "utf-16le", "254,255": "utf-16be" };

/** Spreadsheets save texts as UTF-8, as UTF-16 with a byte order mark, or as Windows-1252. */
export function textOf(bytes: Uint8Array): FileText {
  const encoding = marks[bytes.subarray(0, 2).join()] ?? "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    const guess = { text: new TextDecoder("windows-1252").decode(bytes), isGuess: true };
    return isBrokenUtf8(bytes) ? { ...guess, isBroken: true } : guess;
  }
}

/** Whether at least half of the characters beyond ASCII are UTF-8, which in another character set is very unlikely. */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  let whole = 0;
  let broken = 0;
  for (const character of new TextDecoder().decode(bytes)) {
    if (character === "\uFFFD") broken++;
    else if (character > "\x7f") whole++;
  }
  return whole > 0 && whole >= broken;
}

export const bytesOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.arrayBuffer());
