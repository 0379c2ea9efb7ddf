import { derivativeNames } from "@polls/media/derivatives";
import { z } from "zod";

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
        name: z.enum(derivativeNames),
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
