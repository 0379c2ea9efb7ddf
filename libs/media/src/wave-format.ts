import { type ByteSource, readExactly } from "./byte-source";
import type { Track } from "./codecs";

const EXTENSIBLE = 0xfffe;

/** The codec of a `WAVEFORMATEX`, which the extensible form has at a later offset. */
export async function wavCodec(
  source: ByteSource,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<NonNullable<Track["codec"]>> {
  const tag = (await readExactly(source, start, 2)).getUint16(0, true);
  const hidden = tag === EXTENSIBLE && end - start >= 26;
  const named = hidden ? (await readExactly(source, start + 24, 2)).getUint16(0, true) : tag;
  return { of: "wav", id: named.toString(16).padStart(4, "0") };
}
