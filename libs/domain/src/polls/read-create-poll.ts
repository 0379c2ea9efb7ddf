import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import {
  errorIf,
  errorsOf,
  type FieldsRead,
  insideOf,
  isObject,
  readFields,
  unwrap,
} from "../input/read-fields";
import { defaultPollType, pollTypes } from "../poll-types";
import type { FieldErrors } from "../refusals/refusal";
import type { Poll } from "./poll";
import { createPollFields, settingsShape } from "./poll-body";
import { unwrapSettings } from "./poll-envelope";
import { changeSettings, readSettings } from "./read-settings";
import { reservedHash } from "./reserved-hashes";
import type { StoredSettings } from "./setting-kinds";
import { pollSettingsOf } from "./settings";
import type { PaymentTerms } from "./settings-conflict";
import { settingsProblems } from "./settings-problems";
import { assignCategoryIds, unusedCategories } from "./voting-categories";

export interface PollDraft
  extends Pick<
    Poll,
    | ("type" | "title" | "description" | "location" | "creatorName")
    | ("creatorEmail" | "votingCategories")
  > {
  /** Plain text; the caller stores its scrypt hash. */
  readonly password: string | undefined;
  /** Chosen by the owner. The caller checks that it is unique. */
  readonly memberHash: string | undefined;
  readonly settings: StoredSettings;
}

/** The password of a body, if valid, before the rest is read. Its problems are reported later. */
export const readPollPassword = (input: unknown): string | undefined =>
  readFields({ password: createPollFields.password }, insideOf(input, "poll")).values.password ??
  undefined;

/** Parses the body of a new poll and reports all problems (docs/reference/polls.md#creation). */
export function readCreatePoll(input: unknown, terms: PaymentTerms): Reading<PollDraft> {
  const envelope = unwrap(input, "poll");
  const { settings: sent, options: _, ...beside } = envelope.beside;
  const own = readFields(createPollFields, envelope.inside);
  const { known, errors: strangers } = unwrapSettings(sent ?? undefined);
  // Fields that `poll` also has are parsed there.
  const read = readFields(
    settingsShape,
    Object.fromEntries(
      Object.entries(known).filter(
        ([name]) => !isObject(envelope.inside) || !Object.hasOwn(envelope.inside, name),
      ),
    ),
  );
  const values: CreateValues = { ...read.values, ...own.values };
  const type = values.type ?? defaultPollType;
  const lacksTitle = !values.title && !hasErrors(envelope.errors) && own.errors.title === undefined;
  const settings = readSettings(values, pollSettingsOf(type, {}));
  const categories = assignCategoryIds(
    values.voting_categories ?? [],
    { categories: [], lastId: 0 },
    unusedCategories,
  );
  const problems = mergeErrors(
    ...[envelope.errors, readFields({}, beside).errors],
    ...[own.errors, strangers, read.errors],
    errorIf(lacksTitle, "title", "is required"),
    reservedHash(values.member_hash),
    settings.errors,
    errorsOf(categories),
  );
  const stored = changeSettings({}, settings.change);
  const hasVotingCategories = (values.voting_categories ?? []).length > 0;
  const configuration = { type, settings: pollSettingsOf(type, stored), hasVotingCategories };
  const all = mergeErrors(problems, settingsProblems(configuration, undefined, terms, problems));
  if (hasErrors(all) || !categories.ok) return { ok: false, errors: withTypes(all) };
  const { lastId } = categories.value;
  return {
    ok: true,
    value: {
      type,
      title: values.title ?? "",
      description: values.description ?? undefined,
      location: values.location ?? undefined,
      creatorName: values.creator_name ?? undefined,
      creatorEmail: values.creator_email ?? undefined,
      password: values.password ?? undefined,
      memberHash: values.member_hash,
      settings: {
        ...stored,
        ...(lastId > 0 && { last_voting_category_id: lastId }),
        ...(values.member_hash !== undefined && { custom_hash: true }),
      },
      votingCategories: categories.value.categories,
    },
  };
}

type CreateValues = FieldsRead<typeof createPollFields & typeof settingsShape>["values"];

/** Adds the known types to the error of an unknown type. */
const withTypes = (errors: FieldErrors): FieldErrors =>
  errors.type === undefined
    ? errors
    : { ...errors, type: [`must be one of ${pollTypes.names.join(", ")}`] };
