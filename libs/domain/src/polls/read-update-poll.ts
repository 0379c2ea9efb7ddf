import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import { readFields, singleError, unwrap } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";
import type { Poll, PollStatus, VotingCategory } from "./poll";
import { updatePollShape } from "./poll-body";
import { changeSettings, readSettings, type SettingsChange } from "./read-settings";
import type { StoredSettings } from "./setting-kinds";
import { pollSettingsOf, settingNames } from "./settings";
import { changeProblems, type PollUse, settingsProblems } from "./settings-problems";
import { derivedFromSettings, type SettingName } from "./settings-table";
import { hasPassed } from "./status";
import { assignCategoryIds, type CategoryIds } from "./voting-categories";

export interface UpdatePollFacts extends PollUse {
  readonly now: Date;
  /** Ids of voting categories with votes, held ones included. */
  readonly categoriesWithVotes: ReadonlySet<number>;
}

/** A change of a poll: absent fields stay, null clears. */
export interface PollChange {
  readonly title?: string;
  readonly description?: string | null;
  readonly location?: string | null;
  readonly creatorName?: string | null;
  readonly creatorEmail?: string | null;
  readonly status?: PollStatus;
  readonly password?: string | null;
  readonly memberHash?: string;
  readonly settings: SettingsChange;
  readonly votingCategories?: readonly VotingCategory[];
}

/** Reads a request body that updates a poll; reports all problems (docs/reference/polls.md#update). */
export function readUpdatePoll(
  input: unknown,
  poll: Poll,
  facts: UpdatePollFacts,
): Reading<PollChange> {
  const envelope = unwrap(input, "poll");
  const { values, errors } = readFields(updatePollShape, envelope.inside);
  const problems: FieldErrors[] = [envelope.errors, readFields({}, envelope.beside).errors, errors];
  if (values.title === null) problems.push(singleError("title", "is required"));
  if (typeof values.type === "string" && values.type !== poll.type) {
    problems.push(singleError("type", "cannot be changed"));
  }

  const read = readSettings(values, poll.settings);
  const before = poll.settings;
  const after = pollSettingsOf(poll.type, changeSettings(storedOf(poll), read.change));
  problems.push(read.errors, settingsProblems(poll.type, after));
  problems.push(changeProblems(before, after, facts));
  if (values.status === "active" && hasPassed(after.deadline_voting, facts.now)) {
    problems.push(singleError("status", "stays closed until deadline_voting is moved"));
  }
  const categories = categoriesAfter(values.voting_categories, poll, facts);
  if (categories?.ok === false) problems.push(categories.errors);

  const all = mergeErrors(...problems);
  if (hasErrors(all) || categories?.ok === false) return { ok: false, errors: all };
  const { title, description, location, status, password } = values;
  const { creator_name, creator_email, member_hash } = values;
  return {
    ok: true,
    value: {
      ...(typeof title === "string" && { title }),
      ...(description !== undefined && { description }),
      ...(location !== undefined && { location }),
      ...(creator_name !== undefined && { creatorName: creator_name }),
      ...(creator_email !== undefined && { creatorEmail: creator_email }),
      ...(status !== undefined && { status }),
      ...(password !== undefined && { password }),
      ...(member_hash !== undefined && { memberHash: member_hash }),
      ...(categories !== undefined && { votingCategories: categories.value.categories }),
      settings: withOwnSettings(read.change, categories?.value, member_hash),
    },
  };
}

/** Adds the settings that are not in the body: the last category id, and whether the member hash was chosen. */
const withOwnSettings = (
  change: SettingsChange,
  categories: CategoryIds | undefined,
  memberHash: string | undefined,
): SettingsChange => ({
  ...change,
  set: {
    ...change.set,
    ...(categories !== undefined && { last_voting_category_id: categories.lastId }),
    ...(memberHash !== undefined && { custom_hash: true }),
  },
});

function categoriesAfter(
  titles: readonly string[] | null | undefined,
  { votingCategories, settings }: Poll,
  { categoriesWithVotes }: UpdatePollFacts,
): Reading<CategoryIds> | undefined {
  if (titles === undefined) return undefined;
  const before = { categories: votingCategories, lastId: settings.last_voting_category_id };
  return assignCategoryIds(titles ?? [], before, categoriesWithVotes);
}

/** The settings that were given, not derived: derived ones change with the settings they depend on. */
function storedOf({ type, settings }: Poll): StoredSettings {
  const defaults = pollSettingsOf(type, {});
  const isGiven = (name: SettingName) =>
    derivedFromSettings.includes(name)
      ? settings.chosen.includes(name)
      : settings[name] !== undefined && settings[name] !== defaults[name];
  return Object.fromEntries(settingNames.filter(isGiven).map((name) => [name, settings[name]]));
}
