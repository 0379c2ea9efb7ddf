import type { KnownProvider } from "../access/sign-in-providers";
import { methodsOf, methodTraitsOf } from "../counting";
import { mergeErrors } from "../input/read-body";
import { singleError } from "../input/read-fields";
import { type AmountRules, amountProblem } from "../payments/currencies";
import { pollTypes } from "../poll-types";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import { voteTypes } from "../vote-types";
import { type PurchaseRange, purchaseRange } from "../votes/purchase";
import { someVoteCounts, voteSettingsOfPoll } from "../votes/vote-settings";
import { type PollSettings, settingOf, settingsOfKind } from "./settings";
import type { SettingName } from "./settings-table";

export interface Configuration {
  readonly type: string;
  readonly settings: PollSettings;
  readonly hasVotingCategories: boolean;
}

type Name = SettingName | "voting_categories";

/** A conflict between settings. The error is reported for a setting that the request changes. */
interface SettingsConflict {
  /** If a request changes several of them, the first one gets the error. */
  readonly between: readonly Name[];
  readonly sentence: (setting: Name) => ProblemSentence;
}

/** The configuration of the deployment on which settings depend. */
export interface PaymentTerms {
  readonly amounts: AmountRules;
  /** The providers by which persons sign in. Absent: none. */
  readonly signIn?: { readonly providers: readonly Pick<KnownProvider, "id">[] };
  /** How many days closed polls are kept. Absent: the deployment deletes none by itself. */
  readonly keepClosedPollsDays?: number | undefined;
}

type Check = (configuration: Configuration, terms: PaymentTerms) => SettingsConflict | undefined;

const conflict = (
  sentences: Readonly<Partial<Record<Name, ProblemSentence>>>,
): SettingsConflict => ({
  between: Object.keys(sentences) as Name[],
  sentence: (setting) => sentences[setting] ?? "is out of range",
});

type OrderedSetting = {
  readonly [One in SettingName]: PollSettings[One] extends number | Date | undefined ? One : never;
}[SettingName];

/** The first setting must not be greater, or later, than the second one. */
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

type AmountSetting = "voting_fee" | "submission_fee";

/** The types of fees that need an amount. Donations need none. */
const needAmount: ReadonlySet<string> = new Set([
  "voting_fee",
  "voting_sell_votes",
  "submission_fee",
]);

const hasAmount =
  (name: AmountSetting): Check =>
  ({ settings }) => {
    const typeName = `${name}_type` as const;
    const { [name]: amount = 0, [typeName]: type } = settings;
    if (type === undefined || !needAmount.has(type) || amount > 0) return undefined;
    return conflict({
      [typeName]: `needs an amount in ${name}`,
      [name]: `is needed by ${typeName} ${type}`,
    });
  };

/** Fees, suggested amounts and prices must be amounts that the payment provider accepts. */
const canBePaid =
  (name: AmountSetting): Check =>
  ({ settings }, { amounts }) => {
    const typeName = `${name}_type` as const;
    const { [name]: amount = 0, [typeName]: type } = settings;
    if (type === undefined || amount === 0) return undefined;
    // For sold votes the minimum applies to the whole purchase only.
    const least = type === "voting_sell_votes" ? 0 : amounts.least;
    const bound = amountProblem(amount, { ...amounts, least });
    if (bound === undefined) return undefined;
    return conflict({ [name]: bound, [typeName]: `needs another amount in ${name}` });
  };

/** Votes that are texts, dates or comparisons cannot be sold. */
const soldVotesMaySell: Check = ({ settings }) => {
  const { voting_fee_type: feeType, vote_type: voteType } = settings;
  if (feeType !== "voting_sell_votes") return undefined;
  if (voteType !== undefined && voteTypes.find(voteType)?.maySell === true) return undefined;
  return conflict({
    voting_fee_type: "cannot sell votes of this vote_type",
    vote_type: `cannot be sold with voting_fee_type ${feeType}`,
  });
};

/** Participants who wait for a place must not be asked to pay for it. */
const waitersPayNothing: Check = ({ settings }) => {
  const { participant_limit: limit, voting_fee_type: type } = settings;
  if (limit === undefined || type === undefined || type === "voting_sell_votes") return undefined;
  // The type of a fee may follow from the amount alone.
  const causes = type === "voting_donation" ? [] : (["voting_fee"] as const);
  const names = [...causes, "voting_fee_type"] as const;
  return {
    between: ["participant_limit", ...names],
    sentence: (setting) =>
      setting === "participant_limit" ? `contradicts ${names[0]}` : "contradicts participant_limit",
  };
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

const limits = [
  "vote_limit_per_option_min",
  "vote_limit_per_option",
  "vote_limit_per_voter",
  "limit_per_option",
] as const satisfies readonly SettingName[];

/** The other causes of a problem, with their values. */
const othersOf = (causes: readonly SettingName[], setting: Name, settings: PollSettings) =>
  causes.filter((name) => name !== setting).map((name) => `${name} ${settings[name]}`);

/** The limits of a poll must allow at least one counting vote. */
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
    sentence: (setting) => {
      const others = othersOf(causes, setting, settings);
      const kind = setting === "vote_type" ? [] : [voteType];
      return `allows no counting vote with ${[...others, ...kind].join(" and ")}`;
    },
  };
};

const purchaseLimits = [
  "vote_limit_per_option",
  "vote_limit_per_voter",
] as const satisfies readonly SettingName[];

/** The limits of sold votes must allow a purchase that the payment provider accepts. */
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
    sentence: (setting) => {
      const others = othersOf([...causes, "voting_fee"], setting, settings);
      const ends = others.length === 0 ? "" : (` with ${others.join(" and ")}` as const);
      return isTooHigh
        ? `allows no purchase of at most ${amounts.most}${ends}`
        : `allows no purchase of at least ${amounts.least}${ends}`;
    },
  };
};

function fits(settings: PollSettings, purchase?: PurchaseRange): boolean {
  const { vote_limit_per_option_min: min, vote_limit_per_option: max } = settings;
  // Bounds in the wrong order have an error of their own.
  if (min !== undefined && max !== undefined && min > max) return true;
  const hasPlaces =
    settings.limit_per_option_type === "limit_for_all" && settings.target !== "best_distribution";
  const places = hasPlaces ? settings.limit_per_option : undefined;
  const kind = voteSettingsOfPoll(settings);
  // The steps of a survey have different vote types, and most of them need a place.
  return kind === undefined ? places !== 0 : someVoteCounts(kind, { places, purchase });
}

const checks: readonly Check[] = [
  ordered("start_date_voting", "deadline_voting", "after", "before"),
  ordered("start_date_submission", "deadline_submission", "after", "before"),
  ordered("file_size_min_mb", "file_size_max_mb", "above", "below"),
  ordered("vote_limit_per_option_min", "vote_limit_per_option", "above", "below"),
  ordered("vote_limit_per_voter_min", "vote_limit_per_voter", "above", "below"),
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
