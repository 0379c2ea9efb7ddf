export interface CharacterSet {
  readonly name: string;
  /** Undefined: bytes that are not in the set. Nothing is replaced. */
  readonly decode: (bytes: Buffer) => string | undefined;
}

/** The characters 0x80 to 0x9F of Windows-1252 (WHATWG, Encoding). Node 20 and 22 decode them as Latin-1. */
const windows1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** The character set of a name, as in browsers: `iso-8859-1` is Windows-1252. Undefined: an unknown one. */
export function characterSetOf(label: string): CharacterSet | undefined {
  const decoder = decoderOf(label);
  if (decoder === undefined) return undefined;
  const name = decoder.encoding;
  if (name !== "windows-1252") return { name, decode: (bytes) => decodeWith(decoder, bytes) };
  return {
    name,
    decode: (bytes) =>
      bytes
        .toString("latin1")
        .replace(/[\x80-\x9f]/g, (byte) => windows1252[byte.charCodeAt(0) - 0x80] ?? byte),
  };
}

type CharacterDecoder = InstanceType<typeof TextDecoder>;

function decoderOf(label: string): CharacterDecoder | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

function decodeWith(decoder: CharacterDecoder, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
