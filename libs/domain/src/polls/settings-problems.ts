import { mergeErrors } from "../input/read-body";
import { singleError } from "../input/read-fields";
import { type AmountRules, amountProblem } from "../payments/currencies";
import { pollTypes } from "../poll-types";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import { voteTypes } from "../vote-types";
import { type PurchaseRange, purchaseRange } from "../votes/purchase";
import { someVoteCounts, voteKindOfPoll } from "../votes/vote-kind";
import { type PollSettings, settingOf, settingsOfKind } from "./settings";
import type { SettingName } from "./settings-table";

/** The settings of a poll that must go together. */
export interface Configuration {
  readonly type: string;
  readonly settings: PollSettings;
  readonly hasVotingCategories: boolean;
}

type Name = SettingName | "voting_categories";

/** Settings that cannot stand together; the error is told of one that the request changes. */
interface SettingsConflict {
  /** Of several that a request changes, the first one is told. */
  readonly between: readonly Name[];
  readonly sentence: (told: Name) => ProblemSentence;
}

/** What the deployment says of payments. */
export interface PaymentTerms {
  readonly amounts: AmountRules;
}

type Check = (configuration: Configuration, terms: PaymentTerms) => SettingsConflict | undefined;

const conflict = (
  sentences: Readonly<Partial<Record<Name, ProblemSentence>>>,
): SettingsConflict => ({
  between: Object.keys(sentences) as Name[],
  sentence: (told) => sentences[told] ?? "is out of range",
});

type OrderedSetting = {
  readonly [One in SettingName]: PollSettings[One] extends number | Date | undefined ? One : never;
}[SettingName];

/** The first setting must be no more than the second one, or no later. */
const ordered =
  (
    first: OrderedSetting,
    second: OrderedSetting,
    above: "above" | "after",
    below: "below" | "before",
  ): Check =>
  ({ settings }) => {
    const [from, to] = [settings[first], settings[second]];
    if (from === undefined || to === undefined || from <= to) return undefined;
    return conflict({
      [first]: `must not be ${above} ${second}`,
      [second]: `must not be ${below} ${first}`,
    });
  };

/** Donations need no amount; fees do. */
const votingFeeHasAmount: Check = ({ settings }) => {
  const { voting_fee_type: type, voting_fee: amount = 0 } = settings;
  if (type === undefined || type === "voting_donation" || amount > 0) return undefined;
  return conflict({
    voting_fee_type: "needs an amount in voting_fee",
    voting_fee: `is needed by voting_fee_type ${type}`,
  });
};

const submissionFeeHasAmount: Check = ({ settings }) => {
  const { submission_fee_type: type, submission_fee: amount = 0 } = settings;
  if (type !== "submission_fee" || amount > 0) return undefined;
  return conflict({
    submission_fee_type: "needs an amount in submission_fee",
    submission_fee: `is needed by submission_fee_type ${type}`,
  });
};

type AmountSetting = "voting_fee" | "submission_fee";

/** Fees, suggestions and prices are amounts that the payment provider takes. */
const canBePaid =
  (name: AmountSetting): Check =>
  ({ settings }, { amounts }) => {
    const typeName = `${name}_type` as const;
    const { [name]: amount = 0, [typeName]: type } = settings;
    if (type === undefined || amount === 0) return undefined;
    // Of sold votes only the whole purchase has a least amount.
    const least = type === "voting_sell_votes" ? 0 : amounts.least;
    const bound = amountProblem(amount, { ...amounts, least });
    if (bound === undefined) return undefined;
    return conflict({ [name]: bound, [typeName]: `needs another amount in ${name}` });
  };

/** Votes of texts, dates and comparisons are not sold. */
const soldVotesMaySell: Check = ({ settings }) => {
  const { voting_fee_type: feeType, vote_type: voteType } = settings;
  if (feeType !== "voting_sell_votes") return undefined;
  if (voteType !== undefined && voteTypes.find(voteType)?.maySell === true) return undefined;
  return conflict({
    voting_fee_type: "cannot sell votes of this vote_type",
    vote_type: `cannot be sold with voting_fee_type ${feeType}`,
  });
};

/** Texts, comparisons and the answers of a survey belong to no voting category. */
const categoriesFit: Check = ({ type, hasVotingCategories }) =>
  !hasVotingCategories || pollTypes.get(type).takesVotingCategories
    ? undefined
    : conflict({ voting_categories: `cannot be given in polls of type ${type}` });

const limits = [
  "vote_limit_per_option_min",
  "vote_limit_per_option",
  "vote_limit_per_voter",
  "limit_per_option",
] as const satisfies readonly SettingName[];

/** The limits of a poll leave at least one vote that counts. */
const someVoteFits: Check = ({ type, settings }) => {
  if (fits(settings)) return undefined;
  const set = limits.filter((name) => settings[name] !== undefined);
  const alone = set.filter((name) => fits({ ...settings, [name]: undefined }));
  const causes = alone.length > 0 ? alone : set;
  const { vote_type: voteType = type } = settings;
  return {
    between: [
      ...causes,
      ...limits,
      "vote_type",
      "voting_fee_type",
      "limit_per_option_type",
      "target",
    ],
    sentence: (told) => {
      const others = causes
        .filter((name) => name !== told)
        .map((name) => `${name} ${settings[name]}`);
      const kind = told === "vote_type" ? [] : [voteType];
      return `leaves no vote that counts with ${[...others, ...kind].join(" and ")}`;
    },
  };
};

const purchaseLimits = [
  "vote_limit_per_option",
  "vote_limit_per_voter",
] as const satisfies readonly SettingName[];

/** The limits of sold votes leave a purchase that the payment provider takes. */
const somePurchaseFits: Check = ({ settings }, { amounts }) => {
  const { voting_fee: fee = 0, voting_fee_type: type } = settings;
  if (type !== "voting_sell_votes" || fee === 0 || fee > amounts.most) return undefined;
  if (!fits(settings)) return undefined;
  const range = purchaseRange(fee, amounts);
  if (fits(settings, range)) return undefined;
  const { least, most } = range;
  const tooLow = purchaseLimits.filter((name) => (settings[name] ?? least) < least);
  const isTooHigh = (settings.vote_limit_per_option_min ?? 0) > most;
  const causes = isTooHigh ? (["vote_limit_per_option_min"] as const) : tooLow;
  return {
    between: ["voting_fee", ...causes, "voting_fee_type"],
    sentence: (told) => {
      const others = [...causes, "voting_fee" as const]
        .filter((name) => name !== told)
        .map((name) => `${name} ${settings[name]}`);
      const ends = others.length === 0 ? "" : (` with ${others.join(" and ")}` as const);
      return isTooHigh
        ? `leaves no purchase of at most ${amounts.most}${ends}`
        : `leaves no purchase of at least ${amounts.least}${ends}`;
    },
  };
};

function fits(settings: PollSettings, purchase?: PurchaseRange): boolean {
  const { vote_limit_per_option_min: min, vote_limit_per_option: max } = settings;
  // Bounds that are the wrong way around are told by themselves.
  if (min !== undefined && max !== undefined && min > max) return true;
  const hasPlaces =
    settings.limit_per_option_type === "limit_for_all" && settings.target !== "best_distribution";
  const places = hasPlaces ? settings.limit_per_option : undefined;
  const kind = voteKindOfPoll(settings);
  // The steps of a survey take different votes, most of which need a place.
  return kind === undefined ? places !== 0 : someVoteCounts(kind, { places, purchase });
}

const checks: readonly Check[] = [
  ordered("start_date_voting", "deadline_voting", "after", "before"),
  ordered("start_date_submission", "deadline_submission", "after", "before"),
  ordered("file_size_min_mb", "file_size_max_mb", "above", "below"),
  ordered("vote_limit_per_option_min", "vote_limit_per_option", "above", "below"),
  votingFeeHasAmount,
  submissionFeeHasAmount,
  canBePaid("voting_fee"),
  canBePaid("submission_fee"),
  soldVotesMaySell,
  categoriesFit,
  someVoteFits,
  somePurchaseFits,
];

/**
 * What speaks against the settings of a poll as a whole: values that its type does not have, and
 * settings that cannot stand together. Of a change only what it brings about is told.
 */
export function settingsProblems(
  after: Configuration,
  before: Configuration | undefined,
  terms: PaymentTerms,
): FieldErrors {
  const isChanged = (name: Name) =>
    before === undefined || comparable(before, name) !== comparable(after, name);
  return mergeErrors(
    ...choiceProblems(after, isChanged),
    ...checks.map((check) => {
      const found = check(after, terms);
      const told = found?.between.find(isChanged);
      return found === undefined || told === undefined
        ? {}
        : singleError(told, found.sentence(told));
    }),
  );
}

/** A value that is the same where the setting is the same. */
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
    const sentence: ProblemSentence =
      allowed.length === 0
        ? "cannot be set for polls of this type"
        : `must be one of ${allowed.filter((one) => one !== null).join(", ")}`;
    return [singleError(name, sentence)];
  });
}
