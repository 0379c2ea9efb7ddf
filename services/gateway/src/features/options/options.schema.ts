import { optionTypes } from "@polls/domain/option-types";
import {
  approvalStates,
  drawingTypes,
  locationTypes,
  optionSettingsSchema,
  optionStates,
} from "@polls/domain/options";
import { inputTypes } from "@polls/domain/polls";
import { z } from "zod";
import { dayWithAnonymity, field, named } from "../../http/replies/schema-parts";
import { AttachmentResponse, mediaFields } from "./option-files.schema";

const dateTime = z.iso.datetime();
const OptionClass = z.enum(optionTypes.names);

const RATING =
  "Readers of ratings: the sum of the counting votes, computed by the rule of their class.";
const AVERAGE =
  "Readers of ratings: `rating`, divided according to `rating_method`, with 4 decimals.";
const BEST = "Readers of ratings: whether the option has rank 1 and a counting vote.";
const SELECTED =
  "Readers of ratings: whether an admin picked the option; without any pick the same as `best_rating`, or the best distribution.";

export const CategoryRatingResponse = z
  .strictObject({
    voting_category_id: field.whole("The voting category."),
    rating: field.number(RATING),
    average_rating: field.number(AVERAGE),
    best_rating: field.flag(BEST),
    selected: field.flag(SELECTED),
  })
  .partial()
  .required({ voting_category_id: true })
  .meta({
    id: "VotingCategoryOptionRating",
    description: "The rating of an option in one voting category.",
  });

/** In lists only on request. */
const settingsFields = {
  input_type: z.enum(inputTypes).describe("Of inputs: the kind of texts that the input accepts."),
  settings: optionSettingsSchema,
};

const listFields = {
  id: field.text("Public id. Votes refer to it as `option_id`."),
  public_url: field.url("The page of the option for participants."),
  type: OptionClass.describe("The class of the option; it never changes."),
  admin_url: field.url("Admins only: the page of the option for admins."),
  parent_option_id: field.text("The parent option; absent at the top level."),
  child_option_type: OptionClass.describe(
    "The class of options below this one; absent if it cannot have any.",
  ),
  content: field.text(
    "What participants vote on. With `hidden_image_name`, only admins and the author see it for images.",
  ),
  name: field.text(
    "Extension: what an option without `content` is called: the first position of its location, else the name of its file, which only readers of the original see.",
  ),
  subtitle: field.text("A second line below `content`."),
  author_name: field.text(
    "The displayed author. With `hidden_author_name`, only admins and the author see it.",
  ),
  position: field.whole(
    "The position among the options with the same parent that the caller sees, starting at 1 without gaps.",
  ),
  state: z.enum(optionStates).describe("The progress of the idea; only in a `Polls::Collection`."),
  rank: field.whole(
    "Readers of ratings: the rank among options with the same parent. Equal ratings share a rank: 1, 2, 2, 4.",
  ),
  rating: field.number(RATING),
  average_rating: field.number(AVERAGE),
  best_rating: field.flag(BEST),
  selected: field.flag(SELECTED),
  full: field.flag(
    "Extension, where the places of the option are limited: whether all are taken, so that no further participant can vote for it.",
  ),
  comments_count: field.whole(
    "Extension, with `allow_comments`: the number of comments that the reader sees.",
  ),
  places: field.whole(
    "Extension, where the places of the option are limited: how many participants can vote for it.",
  ),
  free_places: field.whole(
    "Extension: how many of the `places` are free. Only readers of ratings see it.",
  ),
  takes_text: z
    .literal(true)
    .describe(
      "Extension, with `allow_other` where votes are `Votes::UpVote`: a vote may have a `vote_text` beside its value.",
    ),
  has_description: z
    .literal(true)
    .describe("Extension, in lists: the option has a `description`, which the full form contains."),
  paid: field.flag("Admins and author only: `false` while the submission fee is not paid."),
  info_link: field.text("A URL with more information about the option."),
  info_link_title: field.text("The text of `info_link`."),
  tags: z
    .array(z.string())
    .describe(
      "Extension: words by which the list can be filtered. Members do not read them with `hide_tags`.",
    ),
  start_date: dateTime.describe("The start of the option, or the day on which its door opens."),
  end_date: dateTime.describe("The end of the option."),
  created_at: dateTime.describe(
    dayWithAnonymity("When the option was created.", "the files of others that answer questions"),
  ),
  updated_at: dateTime.describe(
    dayWithAnonymity(
      "When the option was last changed.",
      "the files of others that answer questions",
    ),
  ),
  attachment: AttachmentResponse,
  approval_state: z
    .enum(approvalStates)
    .describe(
      "Admins only: whether the option is approved. Other members see only `approved` options.",
    ),
  approval_state_updated_at: dateTime.describe("Admins only: when `approval_state` was set."),
  archived: field.flag(
    "Admins only: whether the option is archived, and so hidden from other members.",
  ),
  decided: field.flag(
    "Extension: `true` if the option is a final date of the poll. Otherwise absent.",
  ),
  called_off: field.flag(
    "Extension: `true` if the last change of the decision took the date back. Otherwise absent.",
  ),
  merged_into: field.text("Extension, admins only: the option into which this one was merged."),
  merge_undoable_until: dateTime.describe(
    "Extension, admins only: until when the merge can be undone.",
  ),
};

/** What the list form has with `description`. */
const textFields = { description: field.text("A longer text.") };

/** What the list form has with `data`. */
const dataFields = {
  data: z
    .record(z.string(), z.unknown())
    .describe(
      "Of a location `{ coordinates: [[longitude, latitude], …], radius }`, in degrees and meters. Of a survey step its branching `{ branch: { rules: [{ when: { option_id, vote, vote_text, contains, is_not or answered }, action }] } }`, where `action` is `skip` or `show` and `when` names an option below an earlier step and one condition.",
    ),
  location_type: z.enum(locationTypes).describe("Of locations: the kind of geometry in `data`."),
};

/** The other fields are absent without a value, and for readers who may not see them. */
const always = { id: true, type: true, position: true } as const;

export const OptionListItemResponse = z
  .strictObject({ ...listFields, ...textFields, ...dataFields, ...mediaFields, ...settingsFields })
  .partial()
  .required(always)
  .meta({ id: "OptionListItem", description: "An option in lists." });

export const OptionListResponse = z.array(OptionListItemResponse);

export const OptionResponse = z
  .strictObject({
    ...listFields,
    ...dataFields,
    ...mediaFields,
    ...settingsFields,
    ...textFields,
    drawing_type: z.enum(drawingTypes).describe("Of drawings and steps: the kind of drawing."),
    options_count: field.whole(
      "The number of options below this one that are approved, not archived and paid.",
    ),
    privacy_policy_accepted: field.flag(
      "Admins and author only: whether the creator accepted the privacy policy.",
    ),
    terms_accepted: field.flag("Admins and author only: whether the creator accepted the terms."),
    rotation: z
      .literal([0, 90, 180, 270])
      .describe("Of images: the rotation in degrees clockwise."),
    voter_count: field.whole(
      "Readers of ratings: the number of participants with a counting vote on the option.",
    ),
    voting_category_option_ratings: z
      .array(CategoryRatingResponse)
      .describe("Readers of ratings: the ratings in each voting category."),
    fraudulent_count: field.whole(
      "Admins only: the number of fraudulent participants who voted on the option.",
    ),
    state_change_message: field.text("Admins only: the reason for the change of the state."),
    additional_attributes: z
      .record(z.string(), z.string())
      .describe(
        "Extension, admins and author only: answers to the `additional_option_attributes` of the poll, by id.",
      ),
    metadata: z
      .record(z.string(), z.unknown())
      .describe(
        "Extension, with `show_metadata`: `camera_make`, `camera_model`, `lens_model`, `exposure_time` in seconds, `f_number`, `iso`, `focal_length` in millimeters, `taken_at`.",
      ),
    payment_url: field.url(
      "Extension, admins and author only: the page on which the submission fee is paid.",
    ),
  })
  .partial()
  .required(always)
  .meta({ id: "Option", description: "An option with all fields that its reader may see." });

export type OptionWire = z.input<typeof OptionResponse>;
export type OptionListItemWire = z.input<typeof OptionListItemResponse>;

export interface CreatedOption {
  readonly id: string;
  readonly children?: readonly CreatedOption[] | undefined;
}

export const CreatedOptionResponse: z.ZodType<CreatedOption> = named(
  "CreatedOption",
  "An option that was created with its poll.",
  {
    id: field.text("The id of the option."),
    get children() {
      return z
        .array(CreatedOptionResponse)
        .readonly()
        .optional()
        .describe("The options below it, in the order of the body.");
    },
  },
);

export const CreatedSeriesResponse = named("CreatedOptionSeries", "The options of a series.", {
  ids: z.array(z.string()).readonly().describe("The ids of the new options, by date."),
});
