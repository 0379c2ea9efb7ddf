import { methodsOf, methodTraitsOf } from "../counting";
import { mergeErrors } from "../input/read-body";
import { singleError } from "../input/read-fields";
import { pollTypes } from "../poll-types";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import { canBePaid, hasAmount, soldVotesMaySell, waitersPayNothing } from "./fee-conflicts";
import { somePurchaseFits, someVoteFits } from "./limit-conflicts";
import { type PollSettings, settingOf, settingsOfKind } from "./settings";
import {
  type Check,
  type Configuration,
  conflict,
  type Name,
  type PaymentTerms,
} from "./settings-conflict";
import type { SettingName } from "./settings-table";

type OrderedSetting = {
  readonly [One in SettingName]: PollSettings[One] extends number | Date | undefined ? One : never;
}[SettingName];

/** The first setting must not be greater than the second one. */
const ordered =
  (first: OrderedSetting, second: OrderedSetting): Check =>
  ({ settings }) => {
    const [from, to] = [settings[first], settings[second]];
    if (from === undefined || to === undefined || from <= to) return undefined;
    return conflict({
      [first]: `must not be above ${second}`,
      [second]: `must not be below ${first}`,
    });
  };

/** The start of a window must be before its end, or the window would be empty. */
const opens =
  (start: OrderedSetting, end: OrderedSetting): Check =>
  ({ settings }) => {
    const [from, to] = [settings[start], settings[end]];
    if (from === undefined || to === undefined || from < to) return undefined;
    return conflict({ [start]: `must be before ${end}`, [end]: `must be after ${start}` });
  };

/** Votes that are texts, comparisons or answers of a survey have no voting category. */
const categoriesFit: Check = ({ type, hasVotingCategories }) =>
  !hasVotingCategories || pollTypes.get(type).takesVotingCategories
    ? undefined
    : conflict({ voting_categories: `cannot be set in polls of type ${type}` });

/** A method counts ballots of single, unsold votes of its class (docs/reference/results.md#count). */
const methodFits: Check = ({ settings, hasVotingCategories }) => {
  const {
    counting_method: method,
    vote_type: voteType,
    voting_fee_type: feeType,
    target,
    seats = 1,
  } = settings;
  if (method === undefined) return undefined;
  const others = [
    ["vote_type", voteType === undefined || !methodsOf(voteType).includes(method)],
    ["voting_fee_type", feeType === "voting_sell_votes"],
    ["target", target !== "best_option"],
    ["seats", seats > 1 && methodTraitsOf(method)?.seats === "one"],
    ["voting_categories", hasVotingCategories],
  ] as const;
  const other = others.find(([, contradicts]) => contradicts)?.[0];
  return (
    other &&
    conflict({ counting_method: `contradicts ${other}`, [other]: "contradicts counting_method" })
  );
};

/** Participants can sign in only at a provider that the deployment has. */
const providerExists: Check = ({ settings: { access_by_provider: wanted } }, { signIn }) =>
  wanted === undefined ||
  wanted === "facebook" ||
  signIn?.providers.some(({ id }) => id === wanted) === true
    ? undefined
    : conflict({ access_by_provider: "is not a provider of this service" });

/** Readers of the language in which a poll is written must not get a translation. */
const languageFits: Check = ({ settings: { language, translations = {} } }) => {
  const [first] = Object.keys(translations);
  if (first === undefined) return undefined;
  if (language === undefined) {
    return conflict({
      translations: "needs language",
      language: `is needed by translations ${first}`,
    });
  }
  return Object.hasOwn(translations, language)
    ? conflict({ translations: "contradicts language", language: "contradicts translations" })
    : undefined;
};

/** A poll cannot be kept for longer than the deployment allows. */
const isKeptNoLonger: Check = (
  { settings: { delete_after_days: days = 0 } },
  { keepClosedPollsDays: most },
) =>
  most === undefined || days <= most
    ? undefined
    : conflict({ delete_after_days: `must be at most ${most}` });

const checks: readonly Check[] = [
  opens("start_date_voting", "deadline_voting"),
  opens("start_date_submission", "deadline_submission"),
  ordered("file_size_min_mb", "file_size_max_mb"),
  ordered("vote_limit_per_option_min", "vote_limit_per_option"),
  ordered("vote_limit_per_voter_min", "vote_limit_per_voter"),
  hasAmount("voting_fee"),
  hasAmount("submission_fee"),
  canBePaid("voting_fee"),
  canBePaid("submission_fee"),
  soldVotesMaySell,
  waitersPayNothing,
  categoriesFit,
  methodFits,
  providerExists,
  languageFits,
  isKeptNoLonger,
  someVoteFits,
  somePurchaseFits,
];

/**
 * Values that the type of the poll does not allow, and conflicts between settings; of an update, only those that it
 * causes. A rule is not applied if one of its fields is `refused`: with a valid value it might hold.
 */
export function settingsProblems(
  after: Configuration,
  before: Configuration | undefined,
  terms: PaymentTerms,
  refused: FieldErrors = {},
): FieldErrors {
  if (refused.type !== undefined) return {};
  const isChanged = (name: Name) =>
    before === undefined || comparable(before, name) !== comparable(after, name);
  return mergeErrors(
    ...choiceProblems(after, isChanged),
    ...checks.map((check) => {
      const problem = check(after, terms);
      const changedName = problem?.between.find(isChanged);
      const isMoot = problem?.between.some((name) => refused[name] !== undefined);
      return problem === undefined || changedName === undefined || isMoot
        ? {}
        : singleError(changedName, problem.sentence(changedName));
    }),
  );
}

/** Converts a value so that equal settings give equal values. */
export function comparable({ settings, hasVotingCategories }: Configuration, name: Name): unknown {
  if (name === "voting_categories") return hasVotingCategories;
  const value = settings[name];
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function choiceProblems(
  { type: typeName, settings }: Configuration,
  isChanged: (name: Name) => boolean,
): readonly FieldErrors[] {
  const type = pollTypes.get(typeName);
  return settingsOfKind("choice").flatMap((name) => {
    const allowed = settingOf(name).allowed?.(type) ?? [];
    const value = settings[name];
    if (value === undefined || allowed.includes(value as string) || !isChanged(name)) return [];
    const values = allowed.filter((one) => one !== null);
    const sentence: ProblemSentence =
      values.length === 0
        ? "cannot be set for polls of this type"
        : `must be one of ${values.join(", ")}`;
    return [singleError(name, sentence)];
  });
}
