import { createProblemList, mergeErrors, shortened } from "../input/read-body";
import { isObject, singleError, unwrap } from "../input/read-fields";
import { changedFields, differences } from "../input/representation";
import type { FieldErrors } from "../refusals/refusal";
import type { Poll } from "./poll";
import { readOnlyPollFields, readOnlySettings, settingsShape } from "./poll-body";
import { settingsWire } from "./settings-wire";
import { statusOf } from "./status";

const readOnly: ReadonlySet<string> = new Set(readOnlyPollFields);

/** The writable fields of a poll as admins see them. */
const shownFields = (poll: Poll, now: Date): Readonly<Record<string, unknown>> => ({
  member_hash: poll.memberHash,
  title: poll.title,
  type: poll.type,
  status: statusOf(poll, now),
  description: poll.description,
  location: poll.location,
  creator_name: poll.creatorName,
  creator_email: poll.creatorEmail,
});

/** The changed fields of an update, including settings: those beside `settings` precede those inside it. */
export function unwrapPollUpdate(
  input: unknown,
  poll: Poll,
  now: Date,
): {
  readonly inside: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
} {
  const { inside, beside, errors } = unwrap(input, "poll");
  if (!isObject(inside)) return { inside, beside, errors };
  const { settings, ...fields } = withoutKept(inside, poll);
  const changed = changedFields(fields, { readOnly, shown: shownFields(poll, now) });
  const { known, errors: problems } = unwrapSettings(settings);
  return {
    inside: { ...differences(known, settingsWire(poll)), ...(changed as object) },
    beside,
    errors: mergeErrors(errors, problems),
  };
}

/** Without what a body need not leave out: read-only settings, and a member hash that was random or is reserved now. */
const withoutKept = (inside: Readonly<Record<string, unknown>>, { memberHash }: Poll) =>
  Object.fromEntries(
    Object.entries(inside).filter(
      ([name, value]) =>
        !isReadOnlySetting(name) && !(name === "member_hash" && value === memberHash),
    ),
  );

const isReadOnlySetting = (name: string): boolean =>
  readOnlySettings.some((known) => known === name);

/** The settings of a `settings` object in a request. Read-only settings are ignored. */
export function unwrapSettings(settings: unknown): {
  readonly known: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
} {
  if (settings === undefined) return { known: {}, errors: {} };
  if (!isObject(settings)) {
    return { known: {}, errors: singleError("settings", "must be an object") };
  }
  const present = Object.entries(settings).filter(([name]) => !isReadOnlySetting(name));
  const strangers = createProblemList();
  for (const [name] of present) {
    if (!isSetting(name)) strangers.addFound(() => [shortened(name), "is not a known setting"]);
  }
  return {
    known: Object.fromEntries(present.filter(([name]) => isSetting(name))),
    errors: strangers.errors(),
  };
}

const isSetting = (name: string): boolean => Object.hasOwn(settingsShape, name);
