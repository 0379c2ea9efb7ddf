import { pictureNames } from "@polls/media/derivatives";
import { z } from "zod";

/** Camera and settings, never the location (docs/reference/media.md#camera-metadata). */
const cameraFields = z.strictObject({
  camera_make: z.string().optional(),
  camera_model: z.string().optional(),
  lens_model: z.string().optional(),
  /** In seconds. */
  exposure_time: z.number().optional(),
  f_number: z.number().optional(),
  iso: z.number().optional(),
  /** In millimeters. */
  focal_length: z.number().optional(),
  /** The local time of the camera, without a time zone: `2024-05-01T12:30:00`. */
  taken_at: z.string().optional(),
});

export type CameraMetadata = z.output<typeof cameraFields>;

/** One line of JSON, validated: the process has read hostile files. */
export const pictureAnswer = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    /** The upright size of the original. */
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    thumbhash: z.string().regex(/^[\w+/]{4,40}={0,2}$/),
    metadata: cameraFields.optional(),
    pictures: z.array(
      z.strictObject({
        name: z.enum(pictureNames),
        width: z.number().int().positive(),
        height: z.number().int().positive(),
      }),
    ),
  }),
  z.strictObject({
    ok: z.literal(false),
    problem: z.enum(["broken", "unsupported_codec", "too_large"]),
    detail: z.string(),
  }),
]);

export type PictureAnswer = z.output<typeof pictureAnswer>;
