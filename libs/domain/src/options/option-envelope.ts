import type { AccessLevel } from "../access/access-level";
import { isObject, unwrap } from "../input/read-fields";
import { changedFields, isRepresentation } from "../input/representation";
import type { FieldErrors } from "../refusals/refusal";
import { adminFieldNames, readOnlyOptionFields } from "./option-body";

const readOnlyForAdmins: ReadonlySet<string> = new Set(readOnlyOptionFields);
/** What only admins write, members read. */
const readOnlyForMembers: ReadonlySet<string> = new Set([
  ...readOnlyOptionFields,
  ...adminFieldNames,
]);

/** Whether a body sends back an option that was shown. */
export const isOptionRepresentation = (input: unknown): boolean =>
  isRepresentation(unwrap(input, "option").inside, readOnlyForAdmins);

/** An update without what is as the caller is shown it (`shown`), its answers to attributes beside the option. */
export function unwrapOptionUpdate(
  input: unknown,
  access: AccessLevel,
  shown: Readonly<Record<string, unknown>>,
): {
  readonly inside: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
  /** The body sends back what is shown, and nothing else. */
  readonly isUnchanged: boolean;
} {
  const { inside, beside, errors } = unwrap(input, "option");
  if (!isOptionRepresentation(input)) return { inside, beside, errors, isUnchanged: false };
  const readOnly = access === "admin" ? readOnlyForAdmins : readOnlyForMembers;
  const changed = changedFields(inside, { readOnly, shown }) as Readonly<Record<string, unknown>>;
  const { additional_attributes: answers, attachment, ...fields } = changed;
  // The addresses of a file are shown, a file is written.
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
