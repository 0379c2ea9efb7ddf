import type { PictureName } from "@polls/media/derivatives";
import type { Orientation } from "@polls/media/orientation";
import type { Rotation } from "./orient";

const pictureFormats = ["jpeg", "png", "webp", "gif", "avif", "tiff", "heic"] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** Converts a format to a picture format. Throws `TypeError` for any other format. */
export function pictureFormatOf(format: string): PictureFormat {
  const found = pictureFormats.find((name) => name === format);
  if (found === undefined) throw new TypeError(`${format} is no picture`);
  return found;
}

/** The input of a picture process, as one line of JSON. */
export interface PictureTask {
  /** The private directory of the picture and its derivatives. */
  readonly directory: string;
  /** The file name of the picture in the directory. */
  readonly input: string;
  /** `card` is a file of this service that says what to draw. */
  readonly format: PictureFormat | "card";
  readonly names: readonly PictureName[];
  readonly rotation: Rotation;
  /** The orientation of a picture inside a file, if the picture itself has none. */
  readonly orientation?: Orientation;
  readonly maxPixels: number;
}

export const pictureFile = (name: PictureName): string => `picture-${name}`;
