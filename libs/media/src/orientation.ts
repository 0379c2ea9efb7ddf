import { textAt } from "./byte-source";

/** Exif orientation. 1 is upright; 5 to 8 are rotated by a quarter turn. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Whether an orientation swaps width and height. */
const liesOnItsSide = (orientation: Orientation): boolean => orientation >= 5;

/** The displayed size: the stored size with the orientation applied. */
export const asSeen = ({ width, height }: ImageSize, orientation: Orientation): ImageSize =>
  liesOnItsSide(orientation) ? { width: height, height: width } : { width, height };

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** The orientation in Exif data (a TIFF header and its first directory), else 1. */
export function exifOrientation(exif: DataView): Orientation {
  const order = textAt(exif, 0, 2);
  if ((order !== "II" && order !== "MM") || exif.byteLength < 8) return 1;
  const little = order === "II";
  const directory = exif.getUint32(4, little);
  if (directory + 2 > exif.byteLength) return 1;

  const entries = exif.getUint16(directory, little);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > exif.byteLength) return 1;
    if (exif.getUint16(entry, little) !== ORIENTATION_TAG) continue;
    if (exif.getUint16(entry + 2, little) !== SHORT) return 1;
    return orientationOf(exif.getUint16(entry + 8, little));
  }
  return 1;
}

/** A number as orientation. Invalid numbers mean upright. */
export const orientationOf = (value: number | undefined): Orientation =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= 8
    ? (value as Orientation)
    : 1;
