import { z } from "zod";
import {
  flag,
  ignored,
  isPlainText,
  jsonObject,
  lengths,
  link,
  momentText,
  optional,
  text,
  wholeNumber,
} from "../input/fields";
import { optionTypes } from "../option-types";
import type { OwnField } from "../option-types/option-type";
import { inputTypes } from "../polls/attributes";
import { locationTypes } from "./location";
import { allowedValues, optionSettingsFields } from "./option-settings";
import { optionStates } from "./option-states";
import { parseVimeoId, parseYoutubeId } from "./video-address";

/** Values of `drawing_type`, the default first. */
const drawingTypes = ["free_sketch", "sign", "draw_on_image"] as const;

const videoId = (parse: (text: string) => string | undefined, site: string) =>
  text(lengths.link)
    .refine(
      (value) => value === null || parse(value) !== undefined,
      `must be an id or an address of ${site}`,
    )
    .transform((value) => (value === null ? null : (parse(value) ?? null)));

/** A file inside JSON; the gateway checks its size. */
const attachment = z
  .string()
  .refine((value) => value.startsWith("data:"), "must be a data: URI")
  .nullable();

/** Fields that every creator may give (docs/reference/options.md#creation). */
const creatorFields = {
  content: text(lengths.content),
  subtitle: text(),
  description: text(lengths.long),
  author_name: text(),
  info_link: link,
  info_link_title: text(),
  vimeo_id: videoId(parseVimeoId, "Vimeo"),
  youtube_id: videoId(parseYoutubeId, "YouTube"),
  attachment,
  allowed_values: allowedValues,
  archived: flag,
  start_date: momentText,
  end_date: momentText,
  rotation: z.literal([0, 90, 180, 270]).nullable(),
  drawing_type: z.enum(drawingTypes).nullable(),
  location_type: z.enum(locationTypes).nullable(),
  data: jsonObject,
};

/** Fields that only admins may give. */
const adminFields = {
  position: wholeNumber(1),
  state: z.enum(optionStates).nullable(),
  state_change_message: text(lengths.long),
  approval_state: z.enum(["unreviewed", "approved", "disapproved"]).nullable(),
  input_type: z.enum(inputTypes).nullable(),
  selected: flag,
  settings: z.strictObject(optional(optionSettingsFields)).nullable(),
};

export const optionShape = { ...creatorFields, ...adminFields };
export const adminFieldNames = Object.keys(adminFields) as readonly (keyof typeof adminFields)[];

const acceptance = z.literal([0, 1]);

/** Fields beside `option`. */
export const besideShape = {
  parent_option_id: text(),
  additional_attributes: z.record(z.string(), z.unknown()).nullable(),
  terms: acceptance,
  privacy_policy: acceptance,
  terms_accepted: acceptance,
  privacy_policy_accepted: acceptance,
  option_category: z.boolean(),
};

/** Fields that answers have and bodies cannot write: updates ignore them. */
export const readOnlyOptionFields = [
  "id",
  "public_url",
  "admin_url",
  "type",
  "parent_option_id",
  "child_option_type",
  "rank",
  "rating",
  "average_rating",
  "best_rating",
  "paid",
  "options_count",
  "privacy_policy_accepted",
  "terms_accepted",
  "processing",
  "created_at",
  "updated_at",
  "video_thumb_path",
  "voter_count",
  "voting_category_option_ratings",
  "approval_state_updated_at",
  "fraudulent_count",
  "metadata",
  "processing_error",
  "processing_progress",
  "playback",
  "payment_url",
  "video",
] as const;

/** Settings that allow members to give a field. */
export const allowedBy = {
  description: "allow_description",
  subtitle: "allow_subtitle",
  info_link: "allow_info_link",
  info_link_title: "allow_info_link",
} as const;

/** Fields of bodies that only some classes have. */
const ownBodyFields = [
  "data",
  "drawing_type",
  "input_type",
  "location_type",
  "rotation",
  "vimeo_id",
  "youtube_id",
] as const satisfies readonly OwnField[];

/** Fields of bodies that options of a class do not have. */
export const foreignFields = (typeName: string): readonly (typeof ownBodyFields)[number][] => {
  const { ownFields } = optionTypes.get(typeName);
  return ownBodyFields.filter((name) => !ownFields.includes(name));
};

/** The bodies in the OpenAPI document. */
export const createOptionBody = z.strictObject({
  option: z.strictObject(optional(optionShape)),
  ...optional(besideShape),
});

const shownAttachment = z.record(z.string(), z.unknown()).meta({ readOnly: true });

export const updateOptionBody = z.strictObject({
  option: z.strictObject({
    ...optional(optionShape),
    attachment: z.union([attachment, shownAttachment]).optional(),
    additional_attributes: besideShape.additional_attributes.optional(),
    ...ignored(readOnlyOptionFields),
  }),
  ...optional(besideShape),
});

/** Public id of the parent that a create body names, before the body is checked. */
export function parentOptionIdOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const { parent_option_id: id } = input as { readonly parent_option_id?: unknown };
  return typeof id === "string" && id.trim() !== "" && isPlainText(id) ? id.trim() : undefined;
}
