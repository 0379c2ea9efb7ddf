import { mergeErrors } from "../input/read-body";
import { singleError } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";
import { keepDay } from "../time/keep-day";
import { type BareDate, parseMoment } from "../time/moment";
import { isTimezone } from "../time/timezone";
import { readAttributeDefinitions } from "./attributes";
import { linkResultsVisible } from "./results-visible";
import type { StoredSettings } from "./setting-kinds";
import { type PollSettings, settingNames, settingOf } from "./settings";

/** A change of stored settings: `set` replaces settings by name, `cleared` resets them to their defaults. */
export interface SettingsChange {
  readonly set: StoredSettings;
  readonly cleared: readonly string[];
}

/** Ignored in requests: the service sets it with a chosen member hash (docs/reference/polls.md#addresses). */
const WITHOUT_EFFECT = "custom_hash";

/** Parsed fields of a body as stored settings: times in UTC, attributes with ids. Null clears. */
export function readSettings(
  body: Readonly<Record<string, unknown>>,
  before: PollSettings,
): { readonly change: SettingsChange; readonly errors: FieldErrors } {
  const set: Record<string, unknown> = {};
  const cleared: string[] = [];
  const { linked, errors } = linkResultsVisible(body, before);
  const problems: FieldErrors[] = [errors];
  const timezone = timezoneOf(linked, before);
  for (const name of settingNames) {
    const { kind } = settingOf(name);
    const value = linked[name];
    if (kind === "moment") {
      const kept = keptMoment(name, value, before, timezone);
      if (kept !== undefined) set[name] = kept;
      if (kept !== undefined || value === undefined) continue;
    }
    if (value === undefined || name === WITHOUT_EFFECT) continue;
    if (kind === "internal") continue;
    if (name === "additional_attributes" || name === "additional_option_attributes") {
      const read = readAttributeDefinitions(name, value, before[name]);
      if (read.ok) set[name] = read.value;
      else problems.push(read.errors);
    } else if (value === null) cleared.push(name);
    else if (kind === "moment") {
      const moment = parseMoment(value as string, timezone, edgeOf(name));
      if (moment === undefined) problems.push(singleError(name, "is out of range"));
      else set[name] = moment.toISOString();
    } else set[name] = value;
  }
  return { change: { set, cleared }, errors: mergeErrors(...problems) };
}

const edgeOf = (name: string): BareDate =>
  name.startsWith("deadline_") ? "end_of_day" : "start_of_day";

/** A stored bare date after a change of zone, unless the body changes it (docs/reference/time.md#bare-dates). */
function keptMoment(
  name: keyof PollSettings,
  sent: unknown,
  before: PollSettings,
  to: string,
): string | undefined {
  const { [name]: stored, timezone: from } = before;
  if (!(stored instanceof Date) || from === to) return undefined;
  if (sent !== undefined && sent !== stored.toISOString()) return undefined;
  return keepDay(stored, { from, to }, edgeOf(name)).toISOString();
}

/** The time zone of the body, else of the poll, in which times without an offset are local. */
function timezoneOf(body: Readonly<Record<string, unknown>>, before: PollSettings): string {
  const { timezone } = body;
  if (timezone === null) return "UTC";
  return typeof timezone === "string" && isTimezone(timezone) ? timezone : before.timezone;
}

/** The stored settings after a change. */
export function changeSettings(stored: StoredSettings, change: SettingsChange): StoredSettings {
  const after = { ...stored, ...change.set };
  for (const name of change.cleared) delete after[name];
  return after;
}
