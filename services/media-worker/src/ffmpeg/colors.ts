/**
 * Maps HDR to ordinary colors: linear light, a filmic curve, back. It is slow, so it runs on the small
 * picture.
 */
export const TONE_MAP = [
  "zscale=t=linear:npl=100,format=gbrpf32le",
  "zscale=p=bt709,tonemap=tonemap=hable:desat=0",
  "zscale=t=bt709:m=bt709:r=tv",
];

/** Converts colors that sRGB lacks. */
export const TO_SRGB = ["zscale=p=bt709:t=iec61966-2-1"];
