import { optionTypes } from "@polls/domain/option-types";
import {
  approvalStates,
  drawingTypes,
  locationTypes,
  optionSettingsSchema,
  optionStates,
} from "@polls/domain/options";
import { inputTypes } from "@polls/domain/polls";
import type { DerivativeName } from "@polls/media";
import { z } from "zod";

const dateTime = z.iso.datetime();
const OptionClass = z.enum(optionTypes.names as [string, ...string[]]);

const SOCIAL = "A picture for links in social media: JPEG of 1,200 × 630 pixels.";
const THUMB = "A small picture: WebP of at most 400 pixels.";

/** A field for each derivative: one without is unreachable. */
const derivativeFields = {
  attachment_url_large: z
    .url()
    .optional()
    .describe("The picture to show: WebP of at most 2,048 pixels."),
  attachment_url_medium: z
    .url()
    .optional()
    .describe("Extension: the picture in a gallery: WebP of at most 1,024 pixels."),
  attachment_url_thumb: z.url().optional().describe(THUMB),
  attachment_url_social: z.url().optional().describe(SOCIAL),
  attachment_url_cover: z
    .url()
    .optional()
    .describe("The cover of a sound, where the file has one."),
} satisfies Readonly<Record<`attachment_url_${DerivativeName}`, z.ZodType>>;

export const AttachmentResponse = z
  .strictObject({
    ...derivativeFields,
    attachment_original_url: z
      .url()
      .optional()
      .describe(
        "The file as it was uploaded, for at least 15 minutes; admins and author, or all with `allow_attachments`.",
      ),
  })
  .meta({
    id: "OptionAttachment",
    description: "The files of an option that exist; while `processing`, the original alone.",
  });

export const VideoResponse = z
  .strictObject({
    url: z.url().optional().describe("The film to play: MP4 of at most 1,280 pixels."),
    thumb_url: z.url().optional().describe("A small picture of it: WebP of at most 400 pixels."),
    social_url: z.url().optional().describe(SOCIAL),
    original_url: z
      .url()
      .optional()
      .describe(
        "The film as it was uploaded, for at least 15 minutes; admins and author, or all with `allow_attachments`.",
      ),
  })
  .meta({ id: "OptionVideo", description: "Extension: the files of an uploaded video." });

const PlaybackResponse = z
  .strictObject({
    duration: z.number().describe("The length in seconds."),
    peaks: z
      .array(z.int().min(0).max(100))
      .readonly()
      .optional()
      .describe(
        "Of sounds: the loudness of equal parts, at most 200, from 0 to 100 of the loudest part.",
      ),
  })
  .meta({ id: "OptionPlayback", description: "Extension: what a player shows before it plays." });

const RATING = "Readers of ratings: the sum of the counting votes, as their class counts them.";
const AVERAGE = "Readers of ratings: `rating` divided as `rating_method` says, with 4 decimals.";
const BEST = "Readers of ratings: whether it is on rank 1 and has a counting vote.";
const SELECTED = "Readers of ratings: whether an admin picked it, else as `best_rating`.";

export const CategoryRatingResponse = z
  .strictObject({
    voting_category_id: z.int().describe("The voting category."),
    rating: z.number().optional().describe(RATING),
    average_rating: z.number().optional().describe(AVERAGE),
    best_rating: z.boolean().optional().describe(BEST),
    selected: z.boolean().optional().describe(SELECTED),
  })
  .meta({
    id: "VotingCategoryOptionRating",
    description: "The rating of an option in one voting category.",
  });

/** In lists on request. */
const mediaFields = {
  processing: z
    .boolean()
    .optional()
    .describe("Classes with files: whether the files to show are still being made."),
  processing_error: z
    .string()
    .optional()
    .describe(
      "Extension: why the file cannot be shown, such as `broken`, `unsupported_codec` or `too_large`.",
    ),
  processing_progress: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Extension: how far a video is while `processing`, from 0 to 1."),
  playback: PlaybackResponse.optional(),
  width: z
    .int()
    .positive()
    .optional()
    .describe("Extension, of processed pictures and films: the width in pixels, as it is seen."),
  height: z
    .int()
    .positive()
    .optional()
    .describe("Extension, of processed pictures and films: the height in pixels, as it is seen."),
  thumbhash: z
    .string()
    .optional()
    .describe(
      "Extension, of processed files with a picture: its ThumbHash in base64, some 25 bytes that a page draws until the picture is there.",
    ),
  video: VideoResponse.optional(),
  video_thumb_path: z.string().optional().describe("Of videos: the address of a small picture."),
  vimeo_id: z.string().optional().describe("The id of the video at Vimeo."),
  youtube_id: z.string().optional().describe("The id of the video at YouTube."),
};

const listFields = {
  id: z.string().describe("Public id, which votes name as `option_id`."),
  public_url: z.url().optional().describe("The page of the option for those who take part."),
  type: OptionClass.describe("The class of the option; it never changes."),
  admin_url: z.url().optional().describe("Admins only: the page of the option for admins."),
  parent_option_id: z
    .string()
    .optional()
    .describe("The option that this one is under; absent at the top level."),
  child_option_type: OptionClass.optional().describe(
    "The class of options under it; absent where it takes none.",
  ),
  content: z
    .string()
    .optional()
    .describe(
      "What participants vote on; with `hidden_image_name` only admins and the author see that of pictures.",
    ),
  subtitle: z.string().optional().describe("A second line below `content`."),
  author_name: z
    .string()
    .optional()
    .describe("Who is named as the author; with `hidden_author_name` for admins and the author."),
  position: z
    .int()
    .describe(
      "The place among the options with the same parent that the caller sees, from 1 without gaps; for admins among all.",
    ),
  state: z
    .enum(optionStates)
    .optional()
    .describe("How far the idea is; in a `Polls::Collection` only."),
  rank: z
    .int()
    .optional()
    .describe("Readers of ratings: the place among options with the same parent; 1, 2, 2, 4."),
  rating: z.number().optional().describe(RATING),
  average_rating: z.number().optional().describe(AVERAGE),
  best_rating: z.boolean().optional().describe(BEST),
  selected: z.boolean().optional().describe(SELECTED),
  paid: z
    .boolean()
    .optional()
    .describe("Admins and author only: `false` while a submission fee is open."),
  info_link: z.string().optional().describe("An address with more about the option."),
  info_link_title: z.string().optional().describe("The text of `info_link`."),
  start_date: dateTime.optional().describe("When it starts, or when the door opens."),
  end_date: dateTime.optional().describe("When it ends."),
  created_at: dateTime.optional().describe("When the option was created."),
  updated_at: dateTime.optional().describe("When the option was changed last."),
  attachment: AttachmentResponse.optional(),
  approval_state: z
    .enum(approvalStates)
    .optional()
    .describe("Admins only: `approved` options alone are seen by other members."),
  approval_state_updated_at: dateTime
    .optional()
    .describe("Admins only: when `approval_state` was set."),
  archived: z
    .boolean()
    .optional()
    .describe("Admins only: whether it is hidden from other members."),
};

export const OptionListItemResponse = z
  .strictObject({ ...listFields, ...mediaFields })
  .meta({ id: "OptionListItem", description: "An option in lists." });

export const OptionListResponse = z.array(OptionListItemResponse);

export const OptionResponse = z
  .strictObject({
    ...listFields,
    ...mediaFields,
    description: z.string().optional().describe("A longer text."),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "Of a location `{ coordinates: [[longitude, latitude], …], radius }`, in degrees and meters; of a survey step its branching `{ branch: { rules: [{ when: { option_id, vote or vote_text }, action }] } }`, where `action` is `skip` or `show` and `when` names an option under an earlier step.",
      ),
    drawing_type: z.enum(drawingTypes).optional().describe("Of drawings and steps: what is drawn."),
    input_type: z.enum(inputTypes).optional().describe("Of inputs: what texts it takes."),
    location_type: z
      .enum(locationTypes)
      .optional()
      .describe("Of locations: what `data` describes."),
    options_count: z
      .int()
      .optional()
      .describe("How many options under it are approved, not archived and paid for."),
    privacy_policy_accepted: z
      .boolean()
      .optional()
      .describe("Admins and author only: whether the creator accepted the privacy policy."),
    terms_accepted: z
      .boolean()
      .optional()
      .describe("Admins and author only: whether the creator accepted the terms."),
    rotation: z
      .literal([0, 90, 180, 270])
      .optional()
      .describe("Of pictures: how far it is turned, in degrees clockwise."),
    voter_count: z
      .int()
      .optional()
      .describe("Readers of ratings: how many participants have a counting vote on it."),
    voting_category_option_ratings: z
      .array(CategoryRatingResponse)
      .optional()
      .describe("Readers of ratings: the ratings in each voting category."),
    settings: optionSettingsSchema.optional(),
    fraudulent_count: z
      .int()
      .optional()
      .describe("Admins only: how many fraudulent participants voted on it."),
    state_change_message: z.string().optional().describe("Admins only: why the state changed."),
    additional_attributes: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        "Extension, admins and author only: texts for `additional_option_attributes` of the poll, by id.",
      ),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "Extension, with `show_metadata`: `camera_make`, `camera_model`, `lens_model`, `exposure_time` in seconds, `f_number`, `iso`, `focal_length` in millimeters, `taken_at`.",
      ),
    payment_url: z
      .url()
      .optional()
      .describe("Extension, admins and author only: the page where a submission fee is paid."),
  })
  .meta({ id: "Option", description: "An option with all fields that its reader sees." });

export type OptionWire = z.input<typeof OptionResponse>;
export type OptionListItemWire = z.input<typeof OptionListItemResponse>;

/** The id of a new option, with those under it. */
export interface CreatedOption {
  readonly id: string;
  readonly children?: readonly CreatedOption[] | undefined;
}

/** An option in the answer to the creation of its poll. */
export const CreatedOptionResponse: z.ZodType<CreatedOption> = z
  .strictObject({
    id: z.string().describe("The id of the option."),
    get children() {
      return z
        .array(CreatedOptionResponse)
        .readonly()
        .optional()
        .describe("The options under it, in the order of the body.");
    },
  })
  .meta({ id: "CreatedOption", description: "An option that was created with its poll." });
