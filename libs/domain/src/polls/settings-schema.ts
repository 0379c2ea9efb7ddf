import { z } from "zod";
import { flag } from "../input/fields";
import { optionStates } from "../options/option-states";
import { pollTypes } from "../poll-types";
import { shownLabels } from "../translations/translations";
import { attributeTypes } from "./attributes";
import { describeSetting, fixedSentence } from "./describe-setting";
import { fixedFrom } from "./fixed-settings";
import { pollTranslations } from "./poll-texts";
import type { SettingKind } from "./setting-kinds";
import { settingNames, settingOf } from "./settings";
import type { SettingName } from "./settings-table";

const attributes = z.record(
  z.string(),
  z
    .strictObject({
      title: z.string().describe("The title of the field."),
      type: z.enum(attributeTypes).describe("The kind of texts that the field accepts."),
      required: z.boolean().describe("Whether an answer is required."),
      allowed_values: z
        .array(z.string())
        .describe(
          "The choices of `select`, `radio`, `multi_select` and `checkbox`; otherwise empty.",
        ),
      value_labels: shownLabels.optional(),
    })
    .meta({ id: "AttributeDefinition", description: "A field that a poll asks for." }),
);

function choiceOf(name: SettingName) {
  const values = pollTypes.all.flatMap((type) => settingOf(name).allowed?.(type) ?? []);
  const texts = [...new Set(values.filter((value) => value !== null))];
  return z.enum(texts);
}

/** A list of texts, or of certain values, as in requests. */
const listOf = (name: SettingName) => {
  if (name === "default_states") return z.array(z.enum(optionStates));
  return z.array(settingOf(name).allowed === undefined ? z.string() : choiceOf(name));
};

const objects: Readonly<Partial<Record<SettingName, z.ZodType>>> = {
  state_labels: z.partialRecord(z.enum(optionStates), z.string()),
  translations: pollTranslations.optional(),
};

/** Settings of optional kinds are absent while they are unset. */
const schemas: Readonly<
  Record<Exclude<SettingKind, "internal">, (name: SettingName) => z.ZodType>
> = {
  boolean: () => z.boolean(),
  list: listOf,
  object: (name) => objects[name] ?? z.record(z.string(), z.unknown()),
  attributes: () => attributes,
  integer: () => z.int().optional(),
  text: () => z.string().optional(),
  moment: () => z.iso.datetime().optional(),
  choice: (name) => choiceOf(name).optional(),
};

const votingCategoryIds = z
  .array(
    z
      .strictObject({
        id: z
          .int()
          .describe(
            "The id of the category, which votes refer to. It stays the same as long as the title does.",
          ),
        title: z.string().describe("The title of the category."),
      })
      .meta({ id: "VotingCategory", description: "A category in which every option has votes." }),
  )
  .describe("Extension, read only: the voting categories with their ids.");

const VOTING_CATEGORIES = `Titles of the categories in which participants vote on every option. Empty: none. A list in a request replaces all categories.${fixedSentence(
  "voting_categories",
  fixedFrom.poll.voting_categories,
)}`;

/** The schema of `settings` in responses. `settingsWire` creates them. */
export const settingsSchema = z
  .strictObject({
    ...Object.fromEntries(
      settingNames.flatMap((name) => {
        const { kind } = settingOf(name);
        if (kind === "internal") return [];
        return [[name, schemas[kind](name).describe(describeSetting(name))] as const];
      }),
    ),
    voting_categories: z.array(z.string()).describe(VOTING_CATEGORIES),
    voting_category_ids: votingCategoryIds,
    languages: z
      .array(z.string())
      .describe(
        "Extension, read only: the languages of the texts of the poll: `language`, then those of `translations`. Empty: `language` is unset.",
      ),
    password_protected: z
      .boolean()
      .describe("Extension, read only: whether the poll has a password."),
  })
  .meta({
    id: "PollSettings",
    description:
      "The settings of a poll. All readers of the poll may read them. Booleans, lists and objects are always present, other settings if they are set or have a default.",
  });

/** How the OpenAPI document describes a setting in requests. `field` parses it, by the type of the poll. */
export function settingInput(name: SettingName): z.ZodType {
  const { kind, field } = settingOf(name);
  const shown: z.ZodType =
    kind === "choice" ? choiceOf(name).nullable() : kind === "attributes" ? attributesInput : field;
  return shown.describe(`${describeSetting(name)} \`null\` sets it back to its default.`);
}

const attributesInput = z
  .union([
    z.array(
      z
        .strictObject({
          id: z
            .int()
            .min(1)
            .max(1_000_000)
            .nullish()
            .describe(
              "The id of the field. Absent: the id of the field with the same title and type, else a new id.",
            ),
          title: z.string().describe("The title of the field, 1 to 255 characters."),
          type: z
            .enum(attributeTypes)
            .nullable()
            .optional()
            .describe("The kind of texts that the field accepts. Default: `text`."),
          required: flag.optional().describe("Whether an answer is required. Default: `false`."),
          allowed_values: z
            .array(z.string())
            .nullable()
            .optional()
            .describe(
              "The choices; required for `select`, `radio` and `multi_select`, optional for `checkbox`.",
            ),
        })
        .meta({
          id: "AttributeDefinitionInput",
          description: "A field that a poll asks for, in a list.",
        }),
    ),
    attributes,
  ])
  .nullable();

/** How the OpenAPI document describes `voting_categories` in requests. */
export const votingCategoriesMeaning = VOTING_CATEGORIES;
