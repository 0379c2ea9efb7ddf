import { mergeErrors, type Reading } from "../input/read-body";
import { isObject, singleError } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";
import { isBlankText, textProblem } from "../vote-types/typed-text";
import {
  type AttributeDefinition,
  type AttributeDefinitions,
  currentAttributes,
} from "./attributes";

/** Answers to additional attributes, by id. */
export type AttributeValues = Readonly<Record<string, string>>;

const VALUE_MAX = 10_000;

/**
 * Reads `additional_attributes` of a participant or option: texts by id, typed as the poll defines
 * them (decisions 3). Ids not given keep their value; null or an empty text clears. Whatever is
 * required must have a value afterwards, unless `lenient` (input that an admin gives for others).
 */
export function readAttributeValues(
  input: unknown,
  definitions: AttributeDefinitions,
  before: AttributeValues,
  { demandRequired }: { readonly demandRequired: boolean },
): Reading<AttributeValues> {
  const current = currentAttributes(definitions);
  const problems: FieldErrors[] = [];
  const after: Record<string, string> = { ...before };
  if (input !== undefined && input !== null && !isObject(input)) {
    return { ok: false, errors: singleError("additional_attributes", "must be an object") };
  }
  for (const [id, value] of Object.entries(input ?? {})) {
    const definition = Object.hasOwn(current, id) ? current[id] : undefined;
    const sentence =
      definition === undefined ? "is not a known field" : wrongWith(value, definition);
    if (sentence !== undefined) problems.push(singleError(keyOf(id), sentence));
    else if (typeof value === "string" && value.trim() !== "") after[id] = value.trim();
    else delete after[id];
  }
  if (demandRequired) {
    for (const [id, definition] of Object.entries(current)) {
      const failed = problems.some((problem) => Object.hasOwn(problem, keyOf(id)));
      if (definition.required && !failed && saysNothing(after[id], definition)) {
        problems.push(singleError(keyOf(id), "is required"));
      }
    }
  }
  return problems.length > 0
    ? { ok: false, errors: mergeErrors(...problems) }
    : { ok: true, value: after };
}

const keyOf = (id: string) => `additional_attributes.${id}`;

const typed = ({ type, allowed_values }: AttributeDefinition) => ({
  inputType: type,
  allowedValues: allowed_values,
  multiline: false,
  fileIds: [],
});

const saysNothing = (value: string | undefined, definition: AttributeDefinition): boolean =>
  value === undefined || isBlankText(value, typed(definition));

function wrongWith(value: unknown, definition: AttributeDefinition): string | undefined {
  if (value === null) return undefined;
  if (typeof value !== "string") return "must be a text";
  const text = value.trim();
  if (text === "") return undefined;
  if (text.length > VALUE_MAX) return `must have at most ${VALUE_MAX} characters`;
  return textProblem(text, typed(definition));
}
