/** The size of a picture. `within` keeps the proportions; `cover` crops. */
export type PictureShape =
  | { readonly kind: "within"; readonly longSide: number }
  | { readonly kind: "cover"; readonly width: number; readonly height: number };

export interface PictureForm {
  readonly contentType: "image/webp" | "image/jpeg";
  readonly extension: string;
  readonly shape: PictureShape;
}

const webp = (longSide: number): PictureForm => ({
  contentType: "image/webp",
  extension: "webp",
  shape: { kind: "within", longSide },
});

/** The names of pictures. A video is stored by the name of the largest. */
export const pictureNames = ["large", "medium", "thumb", "social", "cover"] as const;

export type PictureName = (typeof pictureNames)[number];

/** The form of each derivative that is a picture (docs/reference/media.md#derivatives). */
export const pictureForms: Readonly<Record<PictureName, PictureForm>> = {
  large: webp(2_048),
  medium: webp(1_024),
  thumb: webp(400),
  // Some social networks do not support WebP.
  social: {
    contentType: "image/jpeg",
    extension: "jpg",
    shape: { kind: "cover", width: 1_200, height: 630 },
  },
  cover: webp(600),
};

/** The derivative of a video that is a video itself. */
export const videoForm = {
  name: "large",
  contentType: "video/mp4",
  extension: "mp4",
  longSide: 1_280,
} as const satisfies { readonly name: PictureName; readonly [fact: string]: unknown };

/** The derivative of a sound that is a sound itself. */
export const soundForm = {
  name: "sound",
  contentType: "audio/mp4",
  extension: "m4a",
  maxSeconds: 3 * 3_600,
} as const;

/** The names of derivatives, as stored. */
export type DerivativeName = PictureName | typeof soundForm.name;

/** The pictures of an image, of a frame of a video, and of the cover art of an audio file. */
export const picturesOf = {
  image: ["large", "medium", "thumb", "social"],
  video: ["thumb", "social"],
  audio: ["cover"],
} as const satisfies Readonly<Record<string, readonly PictureName[]>>;

export type VideoDerivative = (typeof picturesOf.video)[number] | typeof videoForm.name;
