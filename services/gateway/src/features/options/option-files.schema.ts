import type { PictureName } from "@polls/media";
import { z } from "zod";
import { field, named } from "../../http/replies/schema-parts";

const SOCIAL = "An image for links in social media: JPEG of 1,200 × 630 pixels.";
const THUMB = "A small image: WebP of at most 400 pixels.";

/** One field for each picture, because files without a field cannot be reached. */
const pictureFields = {
  attachment_url_large: field.url("The image to display: WebP of at most 2,048 pixels."),
  attachment_url_medium: field.url(
    "Extension: the image for galleries: WebP of at most 1,024 pixels.",
  ),
  attachment_url_thumb: field.url(THUMB),
  attachment_url_social: field.url(SOCIAL),
  attachment_url_cover: field.url("The cover of an audio file, if it has one."),
} satisfies Readonly<Record<`attachment_url_${PictureName}`, z.ZodType>>;

export const AttachmentResponse = z
  .strictObject({
    ...pictureFields,
    attachment_original_url: field.url(
      "The uploaded file; the link is valid for at least 15 minutes. For admins and the author, or for all with `allow_attachments`; of an `Options::FileOption` outside inputs, for all who see it.",
    ),
  })
  .partial()
  .meta({
    id: "OptionAttachment",
    description: "The existing files of an option. While `processing`, only the original.",
  });

export const VideoResponse = z
  .strictObject({
    url: field.url("The video to play: MP4 of at most 1,280 pixels."),
    thumb_url: field.url("A small image of the video: WebP of at most 400 pixels."),
    social_url: field.url(SOCIAL),
    original_url: field.url(
      "The uploaded video; the link is valid for at least 15 minutes. For admins and the author, or for all with `allow_attachments`.",
    ),
  })
  .partial()
  .meta({ id: "OptionVideo", description: "Extension: the files of an uploaded video." });

export const PlaybackResponse = named(
  "OptionPlayback",
  "Extension: data that a player can show before playback.",
  {
    url: field
      .url(
        "Of audio files: the sound to play, AAC in M4A. Absent for a sound of more than three hours, and if an earlier release processed it.",
      )
      .optional(),
    duration: field.number("The length in seconds."),
    peaks: z
      .array(z.int().min(0).max(100))
      .readonly()
      .optional()
      .describe(
        "Of audio files: the loudness of at most 200 equal parts, relative to the loudest part, from 0 to 100.",
      ),
  },
);

/** The fields of options with files. In lists only on request. */
export const mediaFields = {
  processing: field.flag("Classes with files: whether the derivatives are still being rendered."),
  processing_error: field.text(
    "Extension: the reason why the file cannot be shown, such as `broken`, `unsupported_codec` or `too_large`.",
  ),
  processing_progress: z
    .number()
    .min(0)
    .max(1)
    .describe("Extension: the progress of a video while `processing`, from 0 to 1."),
  playback: PlaybackResponse,
  width: z
    .int()
    .positive()
    .describe("Extension, of processed images and videos: the width in pixels as displayed."),
  height: z
    .int()
    .positive()
    .describe("Extension, of processed images and videos: the height in pixels as displayed."),
  thumbhash: field.text(
    "Extension, of processed files with an image: its ThumbHash in base64, some 25 bytes. A page can draw it until the image is loaded.",
  ),
  video: VideoResponse,
  video_thumb_path: field.text("Of videos: the URL of a small image."),
  vimeo_id: field.text("The id of the video at Vimeo."),
  youtube_id: field.text("The id of the video at YouTube."),
};
