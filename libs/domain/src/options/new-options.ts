import { z } from "zod";
import { optional } from "../input/fields";
import { mergeErrors } from "../input/read-body";
import { isObject, readFields, singleError } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";
import { besideShape, optionShape } from "./option-body";

/** The most options that one request creates with a poll, those under others included. */
const NEW_OPTIONS_MAX = 200;

/** The place follows from the order, the parent from the nesting; a file needs a request of its own. */
const { position: _, attachment: __, ...ownFields } = optionShape;
const { parent_option_id: ___, ...besideFields } = besideShape;
const newOptionShape = { ...ownFields, ...besideFields };

/** An option of a new poll, with the options under it. */
export interface NewOption {
  /** Where it stands in the body, such as `options.3.children.0`. */
  readonly path: string;
  /** The body that creates it by itself, without its parent. */
  readonly body: {
    readonly option: Readonly<Record<string, unknown>>;
    readonly [beside: string]: unknown;
  };
  readonly children: readonly NewOption[];
}

const newOption = z
  .strictObject({
    ...optional(newOptionShape),
    get children(): z.ZodOptional<z.ZodArray<z.ZodType>> {
      return z
        .array(newOption)
        .optional()
        .describe("The options under it: under a step, a category or an input, in their order.");
    },
  })
  .meta({
    id: "NewOption",
    description: "An option of a new poll. What it demands depends on its class.",
  });

/** `options` of a create body in the OpenAPI document; `readNewOptions` and `readCreateOption` read requests. */
export const newOptionsBody = z
  .array(newOption)
  .max(NEW_OPTIONS_MAX)
  .describe(
    `Extension: the options of the poll in their order, at most ${NEW_OPTIONS_MAX} with those under them.`,
  );

/** `options` of a create body, read without the poll: what depends on it is read when each is created. */
export interface NewOptions {
  readonly options: readonly NewOption[];
  /** Problems of form, each by its path: unknown fields, wrong types. */
  readonly errors: FieldErrors;
  /** The list as a whole is refused, so that no option can be created to find more problems. */
  readonly unusable: boolean;
}

/** Reads `options` of a create body with the problems of form of all of them, nested ones too. */
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

/** The errors of an option, each with the path of its attribute. */
export const errorsAt = (path: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([key, sentences]) => [
      key === "base" ? path : `${path}.${key}`,
      sentences,
    ]),
  );
