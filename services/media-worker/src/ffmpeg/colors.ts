import type { ProbedStream } from "./probe";

/** Converts HDR to linear light and applies a filmic curve. */
const MAPPED = [
  "zscale=t=linear:npl=100,format=gbrpf32le",
  "zscale=p=bt709,tonemap=tonemap=hable:desat=0",
];

/** Maps HDR video to standard dynamic range. Slow, so it runs on the scaled-down picture. */
export const TONE_MAP: readonly string[] = [...MAPPED, "zscale=t=bt709:m=bt709:r=tv"];

const TO_SRGB = "zscale=p=bt709:t=iec61966-2-1";

/** The filters that convert a picture without a color profile to sRGB. */
export function filtersToSrgb({
  hdr,
  wideGamut,
}: Pick<ProbedStream, "hdr" | "wideGamut">): readonly string[] {
  if (hdr) return [...MAPPED, TO_SRGB];
  return wideGamut ? [TO_SRGB] : [];
}
