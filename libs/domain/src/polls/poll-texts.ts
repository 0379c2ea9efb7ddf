import { z } from "zod";
import { entry, lengths, optional } from "../input/fields";
import { optionStates } from "../options/option-states";
import { type TextFields, textsByKey, textsOf, valueLabels } from "../translations/translations";

/** The maximum length of the name of a state. */
export const STATE_LABEL_MAX = 40;

const thanks = z
  .strictObject(
    optional({
      title: entry(),
      text: entry(lengths.long),
      link: entry(lengths.link),
      link_title: entry(),
    }),
  )
  .describe("The texts of the thank-you page.");

const attributes = z.record(
  z.string(),
  z.strictObject(optional({ title: entry(), value_labels: valueLabels })),
);

/** The texts of a poll that can be translated (docs/reference/translations.md#texts). */
const pollTexts = {
  title: entry(),
  description: entry(lengths.long),
  location: entry(),
  voting_categories: textsByKey().describe("The titles of voting categories, by id."),
  state_labels: z.partialRecord(z.enum(optionStates), entry(STATE_LABEL_MAX)),
  additional_attributes: attributes.describe("The fields that participants fill in, by id."),
  additional_option_attributes: attributes.describe(
    "The fields that creators of options fill in, by id.",
  ),
  terms: entry(lengths.long),
  privacy_policy: entry(lengths.long),
  publisher_info: entry(lengths.long),
  voting_fee_title: entry(),
  submission_fee_title: entry(),
  thank_you_page_data: thanks,
  thank_you_page_submitter_data: thanks,
  social_media_title: entry(),
  social_media_description: entry(),
} satisfies TextFields;

/** The texts of a poll by language. */
export const pollTranslations = z.record(z.string(), textsOf(pollTexts, "PollTexts", "a poll"));
export type PollTranslations = z.infer<typeof pollTranslations>;
