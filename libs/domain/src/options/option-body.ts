import { z } from "zod";
import {
  absentOrNull,
  entry,
  flag,
  ignored,
  isPlainText,
  jsonObject,
  lengths,
  link,
  listOf,
  momentText,
  optional,
  text,
  wholeNumber,
} from "../input/fields";
import { optionTypes } from "../option-types";
import type { OwnField } from "../option-types/option-type";
import { inputTypes } from "../polls/attributes";
import type { ProblemSentence } from "../refusals/field-problems";
import { words } from "../words";
import { locationTypes } from "./location";
import { type ApprovalState, approvalStates } from "./option";
import { allowedValues, optionSettingsFields, withoutRepeats } from "./option-settings";
import { optionStates } from "./option-states";
import { parseVimeoId, parseYoutubeId } from "./video-address";

/** The values that hide an option from members (docs/reference/options.md#approval). */
export const notApproved = [
  "unreviewed",
  "disapproved",
] as const satisfies readonly ApprovalState[];

/** Values of `drawing_type`, the default first. */
export const drawingTypes = ["free_sketch", "sign", "draw_on_image"] as const;
export const defaultDrawingType = "free_sketch";

const videoId = (parse: (text: string) => string | undefined, site: string) =>
  text(lengths.link)
    .refine(
      (value) => value === null || parse(value) !== undefined,
      `must be the id or URL of a video at ${site}` satisfies ProblemSentence,
    )
    .transform((value) => (value === null ? null : (parse(value) ?? null)));

/** A base64 file in the JSON body. The gateway checks its size. */
export const fileInJson = z
  .string()
  .refine((value) => value.startsWith("data:"), "must be a data: URI" satisfies ProblemSentence);

const attachment = fileInJson
  .nullable()
  .describe("A file as a `data:` URI in base64. In forms, files are `option_attachments[]`.");

const settingsInput = z
  .strictObject(optional(optionSettingsFields))
  .meta({ id: "UpdateOptionSettings", description: "Settings of an option in a body." });

/** Fields that every creator may set (docs/reference/options.md#creation). */
const creatorFields = {
  content: text(lengths.content).describe(
    "What participants vote on: the text of the option, or the name of its file.",
  ),
  subtitle: text().describe(
    "A second line below `content`. Members may set it with `allow_subtitle`.",
  ),
  description: text(lengths.long).describe(
    "A longer text. Members may set it with `allow_description`.",
  ),
  author_name: text().describe(
    "The displayed author. `hidden_author_name` hides it from other members.",
  ),
  info_link: link.describe(
    "A URL with more information about the option. Members may set it with `allow_info_link`.",
  ),
  info_link_title: text().describe(
    "The text of `info_link`. Members may set it with `allow_info_link`.",
  ),
  vimeo_id: videoId(parseVimeoId, "Vimeo").describe(
    "The id or URL of a video at Vimeo, instead of a file.",
  ),
  youtube_id: videoId(parseYoutubeId, "YouTube").describe(
    "The id or URL of a video at YouTube, instead of a file.",
  ),
  attachment,
  allowed_values: allowedValues.describe(
    "The same as `settings.allowed_values`: choices of an input, or columns of a `matrix` step.",
  ),
  archived: flag.describe("Whether the option is hidden from other members. Default: `false`."),
  start_date: momentText.describe(
    "The start of the option: a time or a date. A date is the beginning of that day in the time zone of the poll.",
  ),
  end_date: momentText.describe(
    "The end of the option: a time or a date. A date is the end of that day in the time zone of the poll.",
  ),
  rotation: z
    .literal([0, 90, 180, 270])
    .nullable()
    .describe("The rotation of the image, in degrees clockwise. Default: 0."),
  drawing_type: z
    .enum(drawingTypes)
    .nullable()
    .describe(
      "The kind of drawing: a free sketch, a signature, or a drawing on an image. Default: the kind of the step, else `free_sketch`.",
    ),
  location_type: z
    .enum(locationTypes)
    .nullable()
    .describe("The kind of geometry in `data` of a location. Default: `point`."),
  data: jsonObject.describe(
    "Of a location: `{ coordinates: [[longitude, latitude], …], radius }`, in degrees and meters. Of a survey step: its branching `{ branch: { rules: [{ when: { option_id, vote or vote_text }, action }] } }`, where `action` is `skip` or `show` and `when` names an option below an earlier step.",
  ),
};

const TAGS_MAX = 10;
const TAG_LENGTH = 40;

const adminFields = {
  tags: withoutRepeats(listOf(entry(TAG_LENGTH), TAGS_MAX)).describe(
    "Extension: at most 10 words of 40 characters, by which the list can be filtered. Members do not read them with `hide_tags`. Admins only.",
  ),
  position: wholeNumber(1).describe(
    "The position among the options with the same parent, starting at 1. Default: the end. Admins only.",
  ),
  state: z
    .enum(optionStates)
    .nullable()
    .describe(
      "The progress of the idea, in a `Polls::Collection`. Default: the first of `default_states`. Admins only.",
    ),
  state_change_message: text(lengths.long).describe(
    "The reason for the change of the state. Only admins read and set it.",
  ),
  approval_state: z
    .enum(approvalStates)
    .nullable()
    .describe("The approval. Other members see only `approved` options. Admins only."),
  input_type: z
    .enum(inputTypes)
    .nullable()
    .describe(
      "The kind of texts that the input accepts. Default: `text`. Cannot be changed once there are answers. Admins only.",
    ),
  selected: flag.describe(
    "Whether an admin picks the option. `null`: the votes decide. Admins only.",
  ),
  settings: settingsInput
    .nullable()
    .describe("The settings to change. Absent settings stay the same. Admins only."),
};

export const optionShape = { ...creatorFields, ...adminFields };
export const adminFieldNames = Object.keys(adminFields) as readonly (keyof typeof adminFields)[];

const acceptance = absentOrNull(z.literal([0, 1]));

export const besideShape = {
  parent_option_id: text().describe(
    "The id of the parent option. Absent: the option is at the top level.",
  ),
  additional_attributes: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      "Answers to the `additional_option_attributes` of the poll, by id. `null` clears an answer.",
    ),
  terms: acceptance.describe("1 accepts `terms` of the poll."),
  privacy_policy: acceptance.describe("1 accepts `privacy_policy` of the poll."),
  terms_accepted: acceptance.describe("An alias of `terms`."),
  privacy_policy_accepted: acceptance.describe("An alias of `privacy_policy`."),
  option_category: absentOrNull(z.boolean()).describe(
    "Extension: whether the new option is an `Options::OptionCategory`, a heading with options below it. Admins only.",
  ),
};

/** Fields that responses have and clients cannot set. Updates ignore them. */
export const readOnlyOptionFields = words(`
  id public_url admin_url type parent_option_id child_option_type name rank rating
  average_rating best_rating paid options_count privacy_policy_accepted terms_accepted
  processing created_at updated_at video_thumb_path voter_count full comments_count places
  free_places has_description takes_text decided called_off merged_into merge_undoable_until
  voting_category_option_ratings approval_state_updated_at fraudulent_count metadata
  processing_error processing_progress playback width height thumbhash payment_url video
`);

/** The settings that allow members to set a field. */
export const allowedBy = {
  description: "allow_description",
  subtitle: "allow_subtitle",
  info_link: "allow_info_link",
  info_link_title: "allow_info_link",
} as const;

/** Body fields that only some classes have. */
const ownBodyFields = [
  "data",
  "drawing_type",
  "input_type",
  "location_type",
  "rotation",
  "vimeo_id",
  "youtube_id",
] as const satisfies readonly OwnField[];

/** Body fields that options of a class do not have. */
export const foreignFields = (typeName: string): readonly (typeof ownBodyFields)[number][] => {
  const { ownFields } = optionTypes.get(typeName);
  return ownBodyFields.filter((name) => !ownFields.includes(name));
};

/** The bodies in the OpenAPI document. */
export const createOptionBody = z
  .strictObject({
    option: z
      .strictObject(optional(optionShape))
      .describe("The option. Its class depends on the poll and the parent."),
    ...optional(besideShape),
  })
  .meta({
    id: "CreateOption",
    description: "A new option. Its required fields depend on its class.",
  });

const shownAttachment = z
  .record(z.string(), z.unknown())
  .meta({ readOnly: true, description: "The attachment as in responses: no change." });

export const updateOptionBody = z
  .strictObject({
    option: z
      .strictObject({
        ...optional(optionShape),
        attachment: z
          .union([attachment, shownAttachment])
          .optional()
          .describe("A new file as a `data:` URI in base64; `null` removes the file."),
        additional_attributes: besideShape.additional_attributes.optional(),
        ...ignored(readOnlyOptionFields),
      })
      .describe("The fields to change. Absent fields stay the same; `null` clears a field."),
    ...optional(besideShape),
  })
  .meta({
    id: "UpdateOption",
    description: "A change of an option. The whole option of a response may be sent.",
  });

/** Public id of the parent in a create body, read before the body is checked. */
export function parentOptionIdOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const { parent_option_id: id } = input as { readonly parent_option_id?: unknown };
  return typeof id === "string" && id.trim() !== "" && isPlainText(id) ? id.trim() : undefined;
}
