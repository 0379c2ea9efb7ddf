import type { ImageSize } from "@polls/media";
import { type PictureForm, type PictureName, pictureForms } from "@polls/media/derivatives";

/** The banner of a very long picture would need all its pixels: it gets a smaller one. */
const WORKING_MAX_PIXELS = 5_000_000;

/** The longest side of a copy for ThumbHash, which accepts no larger one. */
export const THUMBHASH_SIDE = 100;

export interface PicturePlan {
  /** The upright size of the one decoded copy from which all pictures are created. */
  readonly working: ImageSize;
  readonly pictures: readonly (PictureForm & {
    readonly name: PictureName;
    readonly size: ImageSize;
  })[];
}

/** Computes the sizes of derivatives from the upright size of a picture. Nothing is enlarged. */
export function planPictures(upright: ImageSize, names: readonly PictureName[]): PicturePlan {
  const wanted = names.map((name) => ({ name, ...pictureForms[name] }));
  const working = scaled(upright, workingScale(upright, wanted));
  return {
    working,
    pictures: wanted.map((picture) => ({ ...picture, size: sizeIn(working, picture.shape) })),
  };
}

function workingScale(upright: ImageSize, forms: readonly PictureForm[]): number {
  const within = forms.map(({ shape }) =>
    shape.kind === "within" ? shape.longSide / longSide(upright) : 0,
  );
  const wanted = forms.map(({ shape }) =>
    shape.kind === "cover" ? coverScale(upright, shape) : shape.longSide / longSide(upright),
  );
  const affordable = Math.sqrt(WORKING_MAX_PIXELS / (upright.width * upright.height));
  const least = THUMBHASH_SIDE / longSide(upright);
  return Math.min(1, Math.max(least, ...within, Math.min(affordable, Math.max(0, ...wanted))));
}

function sizeIn(available: ImageSize, shape: PictureForm["shape"]): ImageSize {
  if (shape.kind === "within") {
    return scaled(available, Math.min(1, shape.longSide / longSide(available)));
  }
  return scaled(shape, Math.min(1, 1 / coverScale(available, shape)));
}

const longSide = ({ width, height }: ImageSize) => Math.max(width, height);

const coverScale = (available: ImageSize, shape: ImageSize) =>
  Math.max(shape.width / available.width, shape.height / available.height);

const scaled = ({ width, height }: ImageSize, scale: number): ImageSize => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});
