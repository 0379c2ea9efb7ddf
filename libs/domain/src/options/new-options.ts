import { z } from "zod";
import { optional } from "../input/fields";
import { mergeErrors } from "../input/read-body";
import { errorsAt, isObject, readFields, singleError } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";
import { besideShape, optionShape } from "./option-body";

/** The maximum number of options that one request creates with a poll, including nested ones. */
const NEW_OPTIONS_MAX = 200;

/** Position follows from the order, the parent from the nesting. A file needs a separate request. */
const { position: _, attachment: __, ...ownFields } = optionShape;
const { parent_option_id: ___, ...besideFields } = besideShape;
const newOptionShape = { ...ownFields, ...besideFields };

/** An option of a new poll and the options under it. */
export interface NewOption {
  /** Its path in the body, such as `options.3.children.0`. */
  readonly path: string;
  /** The body that would create only this option, without its parent. */
  readonly body: {
    readonly option: Readonly<Record<string, unknown>>;
    readonly [beside: string]: unknown;
  };
  readonly children: readonly NewOption[];
}

const newOption = z
  .strictObject({
    ...optional(newOptionShape),
    get children(): z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodType>>> {
      return z
        .array(newOption)
        .nullish()
        .describe("The options below a step, a category or an input, in their order.");
    },
  })
  .meta({
    id: "NewOption",
    description: "An option of a new poll. Its required fields depend on its class.",
  });

/** `options` of a create body in the OpenAPI document. `readNewOptions` and `readCreateOption` parse requests. */
export const newOptionsBody = z
  .array(newOption)
  .max(NEW_OPTIONS_MAX)
  .describe(
    `Extension: the options of the poll in their order, at most ${NEW_OPTIONS_MAX} with those under them.`,
  );

export interface NewOptions {
  readonly options: readonly NewOption[];
  /** Problems of form by path: unknown fields, wrong types. */
  readonly errors: FieldErrors;
  /** Whether the list as a whole is invalid, so that its options cannot be checked further. */
  readonly unusable: boolean;
}

/**
 * Parses `options` of a create body, and reports the problems of form of all, including nested ones. What depends on
 * the poll is checked when each is created.
 */
export function readNewOptions(input: unknown): NewOptions {
  if (input === undefined || input === null) return { options: [], errors: {}, unusable: false };
  const problems: FieldErrors[] = [];
  let unusable = false;
  let count = 0;
  const read = (list: unknown, path: string): readonly NewOption[] => {
    if (!Array.isArray(list)) {
      problems.push(singleError(path, "must be a list"));
      unusable = true;
      return [];
    }
    count += list.length;
    if (count > NEW_OPTIONS_MAX) return [];
    return list.map((entry: unknown, index) => {
      const own = `${path}.${index}`;
      if (!isObject(entry)) {
        problems.push(singleError(own, "must be an object"));
        unusable = true;
        return { path: own, body: { option: {} }, children: [] };
      }
      const { children = [], ...fields } = entry;
      const isBeside = ([name]: readonly [string, unknown]) => Object.hasOwn(besideFields, name);
      problems.push(errorsAt(own, readFields(newOptionShape, fields).errors));
      const entries = Object.entries(fields).filter(([name]) =>
        Object.hasOwn(newOptionShape, name),
      );
      return {
        path: own,
        body: {
          option: Object.fromEntries(entries.filter((field) => !isBeside(field))),
          ...Object.fromEntries(entries.filter(isBeside)),
        },
        children: children === null ? [] : read(children, `${own}.children`),
      };
    });
  };
  const options = read(input, "options");
  if (count > NEW_OPTIONS_MAX) {
    problems.push(singleError("options", `must have at most ${NEW_OPTIONS_MAX} entries in all`));
    unusable = true;
  }
  return { options, errors: mergeErrors(...problems), unusable };
}
