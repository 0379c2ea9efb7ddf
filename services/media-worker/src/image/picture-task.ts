import { z } from "zod";

export const pictureFormat = z.enum(["jpeg", "png", "webp", "gif", "avif", "tiff", "heic"]);

export type PictureFormat = z.output<typeof pictureFormat>;

/** What the picture process is told, on its command line. */
export const pictureTask = z.strictObject({
  /** A file name in its directory. */
  input: z.string(),
  format: pictureFormat,
  purpose: z.enum(["image", "frame", "cover"]),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  maxPixels: z.number().int().positive(),
});

export type PictureTask = z.output<typeof pictureTask>;

const cameraFields = z.strictObject({
  camera_make: z.string().optional(),
  camera_model: z.string().optional(),
  lens_model: z.string().optional(),
  exposure_time: z.number().optional(),
  f_number: z.number().optional(),
  iso: z.number().optional(),
  focal_length: z.number().optional(),
  taken_at: z.string().optional(),
});

/**
 * What the picture process answers, as one line of JSON. It has read a hostile file, so the answer
 * is checked like anything else from outside.
 */
export const pictureAnswer = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    /** The upright size of the original. */
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    metadata: cameraFields.optional(),
    pictures: z.array(
      z.strictObject({
        name: z.string().regex(/^[a-z_]+$/),
        contentType: z.enum(["image/webp", "image/jpeg"]),
        width: z.number().int().positive(),
        height: z.number().int().positive(),
      }),
    ),
  }),
  z.strictObject({
    ok: z.literal(false),
    problem: z.enum(["broken", "too_large"]),
    detail: z.string(),
  }),
]);

export type PictureAnswer = z.output<typeof pictureAnswer>;

/** The file a picture of a name is written to, in the process's directory. */
export const pictureFile = (name: string): string => `picture-${name}`;
