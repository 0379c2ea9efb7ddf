import type { AccessLevel } from "../access/access-level";
import { insideOf, isObject, unwrap } from "../input/read-fields";
import { changedFields, isRepresentation } from "../input/representation";
import type { FieldErrors } from "../refusals/refusal";
import { adminFieldNames, readOnlyOptionFields } from "./option-body";

const readOnlyForAdmins: ReadonlySet<string> = new Set(readOnlyOptionFields);
/** Fields that members can read and only admins can write. */
const readOnlyForMembers: ReadonlySet<string> = new Set([
  ...readOnlyOptionFields,
  ...adminFieldNames,
]);

/** Whether a body is an option representation that the service returned before. */
export const isOptionRepresentation = (input: unknown): boolean =>
  isRepresentation(insideOf(input, "option"), readOnlyForAdmins);

/** An update without the values that equal those in `shown`. Answers to attributes are beside the option. */
export function unwrapOptionUpdate(
  input: unknown,
  access: AccessLevel,
  shown: Readonly<Record<string, unknown>>,
): {
  readonly inside: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
  /** The body is an unchanged representation. */
  readonly isUnchanged: boolean;
} {
  const { inside, beside, errors } = unwrap(input, "option");
  if (!isOptionRepresentation(input)) return { inside, beside, errors, isUnchanged: false };
  const readOnly = access === "admin" ? readOnlyForAdmins : readOnlyForMembers;
  const changed = changedFields(inside, { readOnly, shown }) as Readonly<Record<string, unknown>>;
  const { additional_attributes: answers, attachment, ...fields } = changed;
  // A response has the URLs of a file; a request has the file itself.
  const file = attachment === undefined || isObject(attachment) ? {} : { attachment };
  return {
    inside: { ...fields, ...file },
    beside: answers === undefined ? beside : { additional_attributes: answers, ...beside },
    errors,
    isUnchanged: Object.keys({ ...changed, ...beside }).every(
      (name) => name === "attachment" && isObject(attachment),
    ),
  };
}
