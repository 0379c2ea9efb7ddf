import { z } from "zod";
import { pollTypes } from "../poll-types";
import { attributeTypes } from "./attributes";
import type { SettingKind } from "./setting-kinds";
import { settingNames, settingOf } from "./settings";
import type { SettingName } from "./settings-table";

const attributes = z.record(
  z.string(),
  z.strictObject({
    title: z.string(),
    type: z.enum(attributeTypes),
    required: z.boolean(),
    allowed_values: z.array(z.string()),
  }),
);

/** The values of an enumerated setting in polls of any type. */
function choiceOf(name: SettingName): z.ZodType {
  const values = pollTypes.all.flatMap((type) => settingOf(name).allowed?.(type) ?? []);
  const texts = [...new Set(values.filter((value) => value !== null))];
  return z.enum(texts as [string, ...string[]]).optional();
}

/** Optional kinds are absent while they are not set. */
const schemas: Readonly<
  Record<Exclude<SettingKind, "internal">, (name: SettingName) => z.ZodType>
> = {
  boolean: () => z.boolean(),
  list: () => z.array(z.string()),
  object: () => z.record(z.string(), z.unknown()),
  attributes: () => attributes,
  integer: () => z.int().optional(),
  text: () => z.string().optional(),
  moment: () => z.iso.datetime().optional(),
  choice: choiceOf,
};

/** The schema of `settings` in answers, which `settingsWire` makes. */
export const settingsSchema = z.strictObject({
  ...Object.fromEntries(
    settingNames.flatMap((name) => {
      const { kind } = settingOf(name);
      return kind === "internal" ? [] : [[name, schemas[kind](name)] as const];
    }),
  ),
  voting_categories: z.array(z.string()),
  voting_category_ids: z.array(z.strictObject({ id: z.int(), title: z.string() })),
  password_protected: z.boolean(),
});
