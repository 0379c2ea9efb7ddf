import { z } from "zod";
import { entry, isLink, lengths, optional } from "../input/fields";
import { optionStates } from "../options/option-states";
import type { ProblemSentence } from "../refusals/field-problems";
import { type TextFields, textsByKey, textsOf, valueLabels } from "../translations/translations";

/** The maximum length of the name of a state. */
export const STATE_LABEL_MAX = 40;

const text = (meaning: string, maxLength: number = lengths.short) =>
  entry(maxLength).describe(meaning);

const thanks = z
  .strictObject(
    optional({
      title: text("The heading."),
      text: text("The text below it.", lengths.long),
      link: entry(lengths.link)
        .refine(
          isLink,
          "must be a URL that begins with http:// or https://" satisfies ProblemSentence,
        )
        .describe("The address of the link, if it depends on the language."),
      link_title: text("The text of the link."),
    }),
  )
  .describe("The texts of the thank-you page.");

const attributes = z.record(
  z.string(),
  z.strictObject(optional({ title: text("The title of the field."), value_labels: valueLabels })),
);

/** The texts of a poll that can be translated (docs/reference/translations.md#texts). */
const pollTexts = {
  title: text("The title."),
  description: text("The description.", lengths.long),
  location: text("The location."),
  voting_categories: textsByKey.describe("The titles of voting categories, by id."),
  state_labels: z
    .partialRecord(z.enum(optionStates), entry(STATE_LABEL_MAX))
    .describe("What the states of options are called, by state."),
  additional_attributes: attributes.describe("The fields that participants fill in, by id."),
  additional_option_attributes: attributes.describe(
    "The fields that creators of options fill in, by id.",
  ),
  terms: text("The terms.", lengths.long),
  privacy_policy: text("The privacy policy.", lengths.long),
  publisher_info: text("The imprint of the publisher.", lengths.long),
  voting_fee_title: text("What a voting fee, donation or bought vote is for."),
  submission_fee_title: text("What a submission fee or donation is for."),
  thank_you_page_data: thanks,
  thank_you_page_submitter_data: thanks,
  social_media_title: text("The title of links in social media."),
  social_media_description: text("The text of links in social media."),
} satisfies TextFields;

/** The texts of a poll by language. */
export const pollTranslations = z.record(z.string(), textsOf(pollTexts, "PollTexts", "a poll"));
export type PollTranslations = z.infer<typeof pollTranslations>;
