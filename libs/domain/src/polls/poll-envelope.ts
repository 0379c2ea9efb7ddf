import { mergeErrors } from "../input/read-body";
import { isObject, singleError, unwrap } from "../input/read-fields";
import { changedFields, differences } from "../input/representation";
import type { FieldErrors } from "../refusals/refusal";
import type { Poll } from "./poll";
import { readOnlyPollFields, readOnlySettings, settingsShape } from "./poll-body";
import { settingsWire } from "./settings-wire";
import { statusOf } from "./status";

const readOnly: ReadonlySet<string> = new Set(readOnlyPollFields);

/** What admins are shown of a poll and can write. */
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

/**
 * The fields of an update, settings among them: those that `settings` gives as answers do, and those that stand
 * beside it, which go first. What is as it is shown is no change.
 */
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
  const { settings, ...fields } = inside;
  const changed = changedFields(fields, { readOnly, shown: shownFields(poll, now) });
  const { known, errors: problems } = unwrapSettings(settings);
  return {
    inside: { ...differences(known, settingsWire(poll)), ...(changed as object) },
    beside,
    errors: mergeErrors(errors, problems),
  };
}

/** The settings of an object that has them as answers do: read-only ones are ignored. */
export function unwrapSettings(settings: unknown): {
  readonly known: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
} {
  if (settings === undefined) return { known: {}, errors: {} };
  if (!isObject(settings)) {
    return { known: {}, errors: singleError("settings", "must be an object") };
  }
  const given = Object.entries(settings).filter(
    ([name]) => !readOnlySettings.some((known) => known === name),
  );
  const strangers = given.filter(([name]) => !isSetting(name));
  return {
    known: Object.fromEntries(given.filter(([name]) => isSetting(name))),
    errors: mergeErrors(...strangers.map(([name]) => singleError(name, "is not a known setting"))),
  };
}

const isSetting = (name: string): boolean => Object.hasOwn(settingsShape, name);
