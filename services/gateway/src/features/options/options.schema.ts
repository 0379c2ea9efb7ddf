import { z } from "zod";

const dateTime = z.iso.datetime();

export const AttachmentResponse = z
  .strictObject({
    attachment_url_large: z.url().optional(),
    attachment_url_thumb: z.url().optional(),
    attachment_url_social: z.url().optional(),
    attachment_url_cover: z.url().optional(),
    attachment_original_url: z.url().optional(),
  })
  .meta({ id: "OptionAttachment" });

export const VideoResponse = z
  .strictObject({
    url: z.url().optional(),
    thumb_url: z.url().optional(),
    social_url: z.url().optional(),
    original_url: z.url().optional(),
  })
  .meta({ id: "OptionVideo", description: "Extension: the files of an uploaded video" });

const PlaybackResponse = z
  .strictObject({
    duration: z.number().describe("Seconds"),
    peaks: z
      .array(z.int().min(0).max(100))
      .readonly()
      .optional()
      .describe("Of sounds: the loudness of equal parts, at most 200, against the loudest"),
  })
  .meta({ id: "OptionPlayback", description: "Extension: what a player shows before it plays" });

const CategoryRatingResponse = z
  .strictObject({
    voting_category_id: z.int(),
    rating: z.number().optional(),
    average_rating: z.number().optional(),
    best_rating: z.boolean().optional(),
    selected: z.boolean().optional(),
  })
  .meta({ id: "VotingCategoryOptionRating" });

const listFields = {
  id: z.string(),
  public_url: z.url().optional(),
  type: z.string(),
  admin_url: z.url().optional(),
  parent_option_id: z.string().optional(),
  child_option_type: z.string().optional(),
  content: z.string().optional(),
  subtitle: z.string().optional(),
  author_name: z.string().optional(),
  position: z.int(),
  state: z.string().optional(),
  rank: z.int().optional(),
  rating: z.number().optional(),
  average_rating: z.number().optional(),
  best_rating: z.boolean().optional(),
  selected: z.boolean().optional(),
  paid: z.boolean().optional(),
  info_link: z.string().optional(),
  info_link_title: z.string().optional(),
  start_date: dateTime.optional(),
  end_date: dateTime.optional(),
  created_at: dateTime.optional(),
  updated_at: dateTime.optional(),
  attachment: AttachmentResponse.optional(),
  approval_state: z.enum(["unreviewed", "approved", "disapproved"]).optional(),
  approval_state_updated_at: dateTime.optional(),
  archived: z.boolean().optional(),
};

export const OptionListItemResponse = z.strictObject(listFields).meta({ id: "OptionListItem" });

export const OptionListResponse = z.array(OptionListItemResponse);

export const OptionResponse = z
  .strictObject({
    ...listFields,
    description: z.string().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    drawing_type: z.string().optional(),
    input_type: z.string().optional(),
    location_type: z.string().optional(),
    options_count: z.int().optional(),
    privacy_policy_accepted: z.boolean().optional(),
    terms_accepted: z.boolean().optional(),
    processing: z.boolean().optional(),
    rotation: z.int().optional(),
    video_thumb_path: z.string().optional(),
    vimeo_id: z.string().optional(),
    youtube_id: z.string().optional(),
    voter_count: z.int().optional(),
    voting_category_option_ratings: z.array(CategoryRatingResponse).optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
    fraudulent_count: z.int().optional(),
    state_change_message: z.string().optional(),
    additional_attributes: z.record(z.string(), z.string()).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    processing_error: z.string().optional(),
    processing_progress: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("Extension: how far a long transcode is, while `processing`"),
    playback: PlaybackResponse.optional(),
    payment_url: z.url().optional().describe("Extension: where a submission fee is paid"),
    video: VideoResponse.optional(),
  })
  .meta({ id: "Option" });

export type OptionWire = z.input<typeof OptionResponse>;
export type OptionListItemWire = z.input<typeof OptionListItemResponse>;
