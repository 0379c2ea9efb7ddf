const KBITS = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const HERTZ = [44_100, 48_000, 32_000] as const;

/** Length in bytes of the MPEG layer III frame at an offset. Undefined if there is no frame. */
export function mpegFrameLength(view: DataView, at: number): number | undefined {
  if (at < 0 || at + 4 > view.byteLength) return undefined;
  const header = view.getUint32(at);
  const version = (header >>> 19) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const layerIII = ((header >>> 17) & 3) === 1;
  if (header >>> 21 !== 0x7ff || version === 1 || !layerIII) return undefined;

  const kbits = KBITS[version === 3 ? 1 : 2][(header >>> 12) & 15];
  const fullRate = HERTZ[(header >>> 10) & 3];
  if (!kbits || fullRate === undefined) return undefined;

  const hertz = fullRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (header >>> 9) & 1;
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kbits) / hertz) + padding;
}

/** Length in bytes of the AAC frame with an ADTS header at an offset, if there is one. */
export function adtsFrameLength(view: DataView, at: number): number | undefined {
  if (at < 0 || at + 7 > view.byteLength) return undefined;
  const header = view.getUint32(at);
  const rate = (header >>> 10) & 15;
  const length = ((header & 3) << 11) | (view.getUint16(at + 4) >>> 5);
  const isAdts = header >>> 20 === 0xfff && ((header >>> 17) & 3) === 0;
  return isAdts && rate < 13 && length > 7 ? length : undefined;
}
