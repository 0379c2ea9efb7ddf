import { isLongerThan } from "../input/fields";
import { createProblemList, hasErrors, type Reading, shortened } from "../input/read-body";
import { invalid, isObject } from "../input/read-fields";
import { trimText } from "../input/texts";
import type { ProblemSentence } from "../refusals/field-problems";
import { isBlankText, storedText, textProblem } from "../vote-types/typed-text";
import {
  type AttributeDefinition,
  type AttributeDefinitions,
  currentAttributes,
} from "./attributes";

export type AttributeValues = Readonly<Record<string, string>>;

const VALUE_MAX = 10_000;

/**
 * Parses texts by id (docs/reference/polls.md#additional-attributes). Absent ids keep their values; null or an empty
 * text clears. With `demandRequired`, required attributes must have a value afterwards.
 */
export function readAttributeValues(
  input: unknown,
  definitions: AttributeDefinitions,
  before: AttributeValues,
  { demandRequired }: { readonly demandRequired: boolean },
): Reading<AttributeValues> {
  const current = currentAttributes(definitions);
  const problems = createProblemList();
  const failed = new Set<string>();
  const after: Record<string, string> = { ...before };
  if (input !== undefined && input !== null && !isObject(input)) {
    return invalid("additional_attributes", "must be an object");
  }
  for (const [id, value] of Object.entries(input ?? {})) {
    // An unchanged answer stays valid when the definitions change.
    if (Object.hasOwn(before, id) && before[id] === value) continue;
    const definition = Object.hasOwn(current, id) ? current[id] : undefined;
    const sentence =
      definition === undefined ? "is not a known field" : problemOf(value, definition);
    if (sentence !== undefined) {
      failed.add(id);
      problems.add(keyOf(id), sentence);
    } else if (definition !== undefined && typeof value === "string" && trimText(value) !== "") {
      after[id] = storedText(trimText(value), typed(definition));
    } else delete after[id];
  }
  if (demandRequired) {
    for (const [id, definition] of Object.entries(current)) {
      if (definition.required && !failed.has(id) && isBlank(after[id], definition)) {
        problems.add(keyOf(id), "is required");
      }
    }
  }
  const errors = problems.errors();
  return hasErrors(errors) ? { ok: false, errors } : { ok: true, value: after };
}

const keyOf = (id: string) => shortened(`additional_attributes.${id}`);

const typed = ({ type, allowed_values }: AttributeDefinition) => ({
  inputType: type,
  allowedValues: allowed_values,
  allowsOther: false,
  multiline: false,
  fileIds: [],
});

const isBlank = (value: string | undefined, definition: AttributeDefinition): boolean =>
  value === undefined || isBlankText(value, typed(definition));

function problemOf(value: unknown, definition: AttributeDefinition): ProblemSentence | undefined {
  if (value === null) return undefined;
  if (typeof value !== "string") return "must be a string";
  const text = trimText(value);
  if (text === "") return undefined;
  if (isLongerThan(text, VALUE_MAX)) return `must have at most ${VALUE_MAX} characters`;
  return textProblem(text, typed(definition));
}
