import type { Box } from "../boxes";
import { type ByteSource, readExactly, textAt } from "../byte-source";
import type { MediaFormat } from "../formats";
import { heifIndex } from "./heif";
import { pngChunks } from "./png";

export interface Chromaticities {
  readonly white: readonly [number, number];
  readonly red: readonly [number, number];
  readonly green: readonly [number, number];
  readonly blue: readonly [number, number];
}

/** The colors of a picture without an ICC profile. */
export type PictureColors =
  /** Code points of ITU-T H.273, which are also called CICP or nclx. */
  | { readonly kind: "cicp"; readonly primaries: number; readonly transfer: number }
  /** What the chunks `gAMA` and `cHRM` of a PNG tell. */
  | {
      readonly kind: "gamma";
      /** The exponent of the encoding, such as 0.45455. */
      readonly gamma?: number;
      readonly chromaticities?: Chromaticities;
    };

/**
 * What a file tells about its colors. Undefined if it tells nothing or has an ICC profile, which
 * takes precedence, and for formats that have only such profiles.
 */
export async function readColors(
  source: ByteSource,
  format: MediaFormat,
): Promise<PictureColors | undefined> {
  return readers[format]?.(source);
}

type Reader = (source: ByteSource) => Promise<PictureColors | undefined>;

const readers: Readonly<Partial<Record<MediaFormat, Reader>>> = {
  png: colorsOfPng,
  avif: colorsOfHeif,
  heic: colorsOfHeif,
};

/** A profile takes precedence over `nclx`, which then only describes the coding of the samples. */
async function colorsOfHeif(source: ByteSource): Promise<PictureColors | undefined> {
  const { colors } = await heifIndex(source);
  const described = await Promise.all(colors.map((box) => nclxIn(source, box)));
  return described.includes("profile") ? undefined : described.find((one) => one !== "profile");
}

async function nclxIn(source: ByteSource, { start }: Box) {
  const view = await readExactly(source, start, 8);
  if (textAt(view, 0, 4) !== "nclx") return "profile";
  return { kind: "cicp", primaries: view.getUint16(4), transfer: view.getUint16(6) } as const;
}

/** `cICP` takes precedence over `iCCP`, then `sRGB`, then `gAMA` and `cHRM`. */
async function colorsOfPng(source: ByteSource): Promise<PictureColors | undefined> {
  const SCALE = 100_000;
  const found = new Map<string, DataView>();
  for await (const { type, start, length } of pngChunks(source)) {
    const wanted = lengths[type];
    if (wanted === undefined || length < wanted) continue;
    found.set(type, await readExactly(source, start, wanted));
  }
  const cicp = found.get("cICP");
  if (cicp !== undefined) {
    return { kind: "cicp", primaries: cicp.getUint8(0), transfer: cicp.getUint8(1) };
  }
  if (found.has("iCCP") || found.has("sRGB")) return undefined;
  const [gamma, points] = [found.get("gAMA"), found.get("cHRM")];
  if (gamma === undefined && points === undefined) return undefined;
  const point = (view: DataView, at: number) =>
    [view.getUint32(at) / SCALE, view.getUint32(at + 4) / SCALE] as const;
  return {
    kind: "gamma",
    ...(gamma && { gamma: gamma.getUint32(0) / SCALE }),
    ...(points && {
      chromaticities: {
        white: point(points, 0),
        red: point(points, 8),
        green: point(points, 16),
        blue: point(points, 24),
      },
    }),
  };
}

/** The chunks about colors, and how many of their bytes are read. */
const lengths: Readonly<Record<string, number>> = { cICP: 4, iCCP: 1, sRGB: 1, gAMA: 4, cHRM: 32 };
