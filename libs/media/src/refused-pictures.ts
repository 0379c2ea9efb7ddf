import type { Advice } from "./advice";
import { refusedRaw } from "./image-headers/embedded-jpeg";
import { refusedSequence } from "./image-headers/heif";
import { refusedJpegs } from "./image-headers/jpeg";
import { refusedJxls } from "./image-headers/jxl";
import { refusedPng } from "./image-headers/png";
import { refusedTiffs } from "./image-headers/tiff-unsupported";

const single = ({ name, advice }: { readonly name: string; readonly advice: Advice }) => ({
  forms: [{ name }],
  advice,
});

/** The forms of accepted formats that are refused from the header, with their advice, by format. */
export const refusedPictures: Readonly<
  Record<string, { readonly forms: readonly { readonly name: string }[]; readonly advice: Advice }>
> = {
  JPEG: refusedJpegs,
  PNG: single(refusedPng),
  TIFF: refusedTiffs,
  HEIF: single(refusedSequence),
  "JPEG XL": refusedJxls,
  "camera RAW": single(refusedRaw),
};
