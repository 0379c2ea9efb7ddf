import type { ProbedStream } from "./probe";

/** HDR to linear light, then a filmic curve. */
const MAPPED = [
  "zscale=t=linear:npl=100,format=gbrpf32le",
  "zscale=p=bt709,tonemap=tonemap=hable:desat=0",
];

/** Maps HDR film to ordinary colors. It is slow, so it runs on the small picture. */
export const TONE_MAP: readonly string[] = [...MAPPED, "zscale=t=bt709:m=bt709:r=tv"];

const TO_SRGB = "zscale=p=bt709:t=iec61966-2-1";

/** The filters that show a picture without a profile in sRGB. */
export function filtersToSrgb({
  hdr,
  wideGamut,
}: Pick<ProbedStream, "hdr" | "wideGamut">): readonly string[] {
  if (hdr) return [...MAPPED, TO_SRGB];
  return wideGamut ? [TO_SRGB] : [];
}
