import type { ImageSize } from "@polls/media";

/** What is made of a picture (decisions section 11). `within`: the long side; `cover`: cropped. */
export interface PictureSpec {
  readonly name: string;
  readonly contentType: "image/webp" | "image/jpeg";
  readonly shape:
    | { readonly kind: "within"; readonly longSide: number }
    | { readonly kind: "cover"; readonly width: number; readonly height: number };
}

const large = picture("large", "image/webp", { kind: "within", longSide: 2_048 });
const thumb = picture("thumb", "image/webp", { kind: "within", longSide: 400 });
const banner = { kind: "cover", width: 1_200, height: 630 } as const;
/** Social networks take JPEG everywhere and WebP in places, so `attachment_url_social` is the JPEG. */
const social = picture("social", "image/jpeg", banner);
const socialWebp = picture("social_webp", "image/webp", banner);

/** What is made of what: an uploaded image, a film's representative frame, a record's cover. */
export const pictures = {
  image: [large, thumb, social, socialWebp],
  frame: [thumb, social, socialWebp],
  cover: [picture("cover", "image/webp", { kind: "within", longSide: 600 })],
} as const satisfies Readonly<Record<string, readonly PictureSpec[]>>;

export type PicturePurpose = keyof typeof pictures;

/** A very long and narrow picture would need all its pixels for a full banner; it gets a smaller one. */
const WORKING_MAX_PIXELS = 5_000_000;

export interface PicturePlan {
  /** The one decoded copy that everything is made from, in the picture's upright size. */
  readonly working: ImageSize;
  readonly pictures: readonly (PictureSpec & { readonly size: ImageSize })[];
}

/** Decides every size from the upright size of a picture. Nothing is ever enlarged. */
export function planPictures(upright: ImageSize, purpose: PicturePurpose): PicturePlan {
  const specs: readonly PictureSpec[] = pictures[purpose];
  const working = scaled(upright, workingScale(upright, specs));
  return {
    working,
    pictures: specs.map((spec) => ({ ...spec, size: sizeIn(working, spec.shape) })),
  };
}

function workingScale(upright: ImageSize, specs: readonly PictureSpec[]): number {
  const within = specs.map(({ shape }) =>
    shape.kind === "within" ? shape.longSide / longSide(upright) : 0,
  );
  const wanted = specs.map(({ shape }) =>
    shape.kind === "cover" ? coverScale(upright, shape) : shape.longSide / longSide(upright),
  );
  const affordable = Math.sqrt(WORKING_MAX_PIXELS / (upright.width * upright.height));
  return Math.min(1, Math.max(...within, Math.min(affordable, Math.max(...wanted))));
}

function sizeIn(available: ImageSize, shape: PictureSpec["shape"]): ImageSize {
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

function picture<const Spec extends PictureSpec>(
  name: Spec["name"],
  contentType: Spec["contentType"],
  shape: Spec["shape"],
) {
  return { name, contentType, shape };
}
