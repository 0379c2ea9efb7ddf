import { z } from "zod";
import { entry, lengths } from "../input/fields";
import { type TextFields, textsOf, valueLabels } from "../translations/translations";

/** The texts of an option that can be translated (docs/reference/translations.md#texts). */
const optionTexts = {
  content: entry(lengths.content).describe("The text of the option."),
  subtitle: entry().describe("The second line."),
  description: entry(lengths.long).describe("The longer text."),
  info_link_title: entry().describe("The text of `info_link`."),
  value_labels: valueLabels,
} satisfies TextFields;

export type ValueLabels = z.infer<typeof valueLabels>;

/** The texts of an option by language. */
export const optionTranslations = z.record(
  z.string(),
  textsOf(optionTexts, "OptionTexts", "an option"),
);
