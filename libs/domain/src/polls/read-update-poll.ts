import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import { type Changes, errorIf, errorsOf, givenOf, readFields } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";
import { voteSettingsOfPoll } from "../votes/vote-settings";
import {
  type BoundNames,
  boundsProblems,
  fixedFrom,
  fixedProblems,
  forbidsEqualRanks,
  type NeededStoredVotes,
  neededForBounds,
  ONCE_VOTES,
  type SettingsUse,
  type StoredVotes,
} from "./fixed-settings";
import type { Poll } from "./poll";
import { updatePollShape } from "./poll-body";
import { unwrapPollUpdate } from "./poll-envelope";
import { changeSettings, readSettings, type SettingsChange } from "./read-settings";
import { reservedHash } from "./reserved-hashes";
import type { StoredSettings } from "./setting-kinds";
import { pollSettingsOf, settingNames } from "./settings";
import type { Configuration, PaymentTerms } from "./settings-conflict";
import { comparable, settingsProblems } from "./settings-problems";
import type { SettingName } from "./settings-table";
import { derivedFromSettings } from "./settings-without-dependents";
import { hasPassed } from "./status";
import { assignCategoryIds, type CategoryIds, categoriesLost } from "./voting-categories";

/** The existing options and votes that restrict an update of the poll. */
export interface UpdatePollFacts extends SettingsUse, PaymentTerms {
  readonly now: Date;
  /** Whether there are participants, or used invitations of deleted participants. */
  readonly hasParticipants: boolean;
  /** The facts that `neededPollVotes` lists. */
  readonly storedVotes: StoredVotes;
  /** Ids of voting categories that have votes, including held ones. Loaded if `neededPollVotes` asks for it. */
  readonly categoriesWithVotes: ReadonlySet<number>;
  /** Whether a ballot has equal ranks, held votes included. Loaded if `neededPollVotes` asks for it. */
  readonly hasEqualRanks: boolean;
}

/** The facts that must be loaded before the body is parsed. Each may read all votes of the poll. */
export interface NeededPollVotes extends NeededStoredVotes {
  readonly categories: boolean;
  readonly equalRanks: boolean;
}

export interface PollChange
  extends Changes<
    Pick<
      Poll,
      | ("title" | "description" | "location" | "creatorName" | "creatorEmail")
      | ("status" | "memberHash" | "votingCategories")
    >
  > {
  readonly password?: string | null;
  readonly settings: SettingsChange;
}

/** Parses the body of an update and reports all problems (docs/reference/polls.md#update). */
export function readUpdatePoll(
  input: unknown,
  poll: Poll,
  facts: UpdatePollFacts,
): Reading<PollChange> {
  const envelope = unwrapPollUpdate(input, poll, facts.now);
  const { values, errors } = readFields(updatePollShape, envelope.inside);
  const { type, title, status, member_hash } = values;
  const read = readSettings(values, poll.settings);
  const { before, after } = configurations(poll, values, read.change);
  const isLate = status === "active" && hasPassed(after.settings.deadline_voting, facts.now);
  const categories = categoriesAfter(values.voting_categories, poll, facts);
  const own = mergeErrors(
    envelope.errors,
    readFields({}, envelope.beside).errors,
    errors,
    errorIf(title === null, "title", "is required"),
    errorIf(type !== undefined && type !== poll.type, "type", "cannot be changed"),
  );
  const all = mergeErrors(
    own,
    reservedHash(member_hash),
    read.errors,
    settingsProblems(after, before, facts, mergeErrors(own, read.errors)),
    fixedSettings(before, after, facts),
    errorIf(isLate, "status", "stays closed until deadline_voting is moved"),
    errorsOf(categories),
  );
  if (hasErrors(all) || categories?.ok === false) return { ok: false, errors: all };
  const { creator_name: creatorName, creator_email: creatorEmail } = values;
  const { description, location, password } = values;
  return {
    ok: true,
    value: {
      ...givenOf({ title: title ?? undefined, description, location, creatorName, creatorEmail }),
      ...givenOf({ status, password, memberHash: member_hash }),
      ...(categories !== undefined && { votingCategories: categories.value.categories }),
      settings: withOwnSettings(read.change, categories?.value, member_hash),
    },
  };
}

/** Adds what is not in the body: the last category id, and that the member hash was chosen. */
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

/** Returns which facts about stored votes the body must be checked against. */
export function neededPollVotes(input: unknown, poll: Poll, now: Date): NeededPollVotes {
  const { values } = readFields(updatePollShape, unwrapPollUpdate(input, poll, now).inside);
  const { before, after } = configurations(
    poll,
    values,
    readSettings(values, poll.settings).change,
  );
  const unknown = { hasVotes: true, categoriesWithVotes: new Set<number>() };
  const categories = categoriesAfter(values.voting_categories, poll, unknown);
  const kinds = [voteSettingsOfPoll(before.settings), voteSettingsOfPoll(after.settings)] as const;
  return {
    ...neededForBounds(...kinds),
    equalRanks: forbidsEqualRanks(...kinds),
    categories:
      categories?.ok === true &&
      categoriesLost(poll.votingCategories, categories.value.categories).length > 0,
  };
}

type Values = ReturnType<typeof readFields<typeof updatePollShape>>["values"];

function configurations(
  poll: Poll,
  { voting_categories: titles }: Values,
  change: SettingsChange,
): { readonly before: Configuration; readonly after: Configuration } {
  const { type, settings, votingCategories } = poll;
  const before = { type, settings, hasVotingCategories: votingCategories.length > 0 };
  return {
    before,
    after: {
      type,
      settings: pollSettingsOf(type, changeSettings(storedOf(poll), change)),
      hasVotingCategories:
        titles === undefined ? before.hasVotingCategories : (titles ?? []).length > 0,
    },
  };
}

/** Refuses changes that options and votes forbid (docs/reference/polls.md#fixed-settings). */
function fixedSettings(
  before: Configuration,
  after: Configuration,
  { hasOptions, hasVotes, hasParticipants, storedVotes, hasEqualRanks }: UpdatePollFacts,
): FieldErrors {
  const isChanged = (name: SettingName) => comparable(before, name) !== comparable(after, name);
  const problems = fixedProblems(fixedFrom.poll, isChanged, { hasOptions, hasVotes });
  const wantsProof = after.settings.access_by_provider !== undefined;
  const provesLate = errorIf(
    hasParticipants && wantsProof && isChanged("access_by_provider"),
    "access_by_provider",
    "cannot be changed once there are participants",
  );
  const isRevealed = before.settings.anonymize_voter_names && isChanged("anonymize_voter_names");
  if (!hasVotes) {
    const isLate = isRevealed && hasParticipants;
    const revealsLate = errorIf(isLate, "anonymize_voter_names", "cannot be changed");
    return mergeErrors(problems, provesLate, revealsLate);
  }
  return mergeErrors(
    problems,
    provesLate,
    // The stored day of a vote depends on the old time zone.
    errorIf(before.settings.vote_per_day && isChanged("timezone"), "timezone", ONCE_VOTES),
    // Participants voted relying on it.
    errorIf(isRevealed, "anonymize_voter_names", ONCE_VOTES),
    boundsProblems(
      voteSettingsOfPoll(before.settings),
      voteSettingsOfPoll(after.settings),
      boundNames,
      storedVotes,
    ),
    errorIf(hasEqualRanks, "counting_method", `${ONCE_VOTES} with equal ranks`),
  );
}

const boundNames: BoundNames = {
  min: "vote_limit_per_option_min",
  max: "vote_limit_per_option",
  perVoter: "vote_limit_per_voter",
};

function categoriesAfter(
  titles: readonly string[] | null | undefined,
  { votingCategories, settings }: Poll,
  { hasVotes, categoriesWithVotes }: Pick<UpdatePollFacts, "hasVotes" | "categoriesWithVotes">,
): Reading<CategoryIds> | undefined {
  if (titles === undefined) return undefined;
  const before = { categories: votingCategories, lastId: settings.last_voting_category_id };
  return assignCategoryIds(titles ?? [], before, { hasVotes, withVotes: categoriesWithVotes });
}

/** The given settings without derived ones, which follow from other settings. */
function storedOf({ type, settings }: Poll): StoredSettings {
  const defaults = pollSettingsOf(type, {});
  const isGiven = (name: SettingName) =>
    derivedFromSettings.includes(name)
      ? settings.chosen.includes(name)
      : settings[name] !== undefined && settings[name] !== defaults[name];
  return Object.fromEntries(settingNames.filter(isGiven).map((name) => [name, settings[name]]));
}
