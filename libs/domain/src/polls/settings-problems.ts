import { mergeErrors } from "../input/read-body";
import { singleError } from "../input/read-fields";
import { pollTypes } from "../poll-types";
import type { FieldErrors } from "../refusals/refusal";
import { voteTypes } from "../vote-types";
import { type PollSettings, settingOf, settingsOfKind } from "./settings";

/** The facts of a poll that fix some of its settings. */
export interface PollUse {
  readonly hasVotes: boolean;
  readonly hasOptions: boolean;
}

type SettingsCheck = (settings: PollSettings) => FieldErrors | undefined;

const notAfter =
  (
    start: "start_date_voting" | "start_date_submission",
    end: "deadline_voting" | "deadline_submission",
  ): SettingsCheck =>
  (settings) => {
    const [from, to] = [settings[start], settings[end]];
    return from !== undefined && to !== undefined && from > to
      ? singleError(start, `must not be after ${end}`)
      : undefined;
  };

const notAbove =
  (least: NumberSetting, most: NumberSetting): SettingsCheck =>
  (settings) => {
    const [from, to] = [settings[least], settings[most]];
    return from !== undefined && to !== undefined && from > to
      ? singleError(least, `must not be above ${most}`)
      : undefined;
  };

type NumberSetting =
  | "file_size_min_mb"
  | "file_size_max_mb"
  | "vote_limit_per_option_min"
  | "vote_limit_per_option";

/** Fees need an amount, donations do not (docs/reference/polls.md#conflicting-settings). */
const votingFeeHasAmount: SettingsCheck = ({ voting_fee_type: type, voting_fee: amount = 0 }) =>
  type !== undefined && type !== "voting_donation" && amount === 0
    ? singleError("voting_fee_type", "needs an amount in voting_fee")
    : undefined;

const submissionFeeHasAmount: SettingsCheck = ({
  submission_fee_type: type,
  submission_fee: amount = 0,
}) =>
  type === "submission_fee" && amount === 0
    ? singleError("submission_fee_type", "needs an amount in submission_fee")
    : undefined;

const voteTypeMaySell: SettingsCheck = ({ voting_fee_type: feeType, vote_type: voteType }) => {
  if (feeType !== "voting_sell_votes") return undefined;
  return voteType !== undefined && voteTypes.find(voteType)?.maySell === true
    ? undefined
    : singleError("voting_fee_type", "cannot sell votes of this vote_type");
};

const checks: readonly SettingsCheck[] = [
  notAfter("start_date_voting", "deadline_voting"),
  notAfter("start_date_submission", "deadline_submission"),
  notAbove("file_size_min_mb", "file_size_max_mb"),
  notAbove("vote_limit_per_option_min", "vote_limit_per_option"),
  votingFeeHasAmount,
  submissionFeeHasAmount,
  voteTypeMaySell,
];

/** Conflicting settings, and values that the poll type does not allow (docs/reference/polls.md#conflicting-settings). */
export function settingsProblems(typeName: string, settings: PollSettings): FieldErrors {
  return mergeErrors(
    ...choiceProblems(typeName, settings),
    ...checks.map((check) => check(settings) ?? {}),
  );
}

function choiceProblems(typeName: string, settings: PollSettings): readonly FieldErrors[] {
  const type = pollTypes.get(typeName);
  return settingsOfKind("choice").flatMap((name) => {
    const allowed = settingOf(name).allowed?.(type) ?? [];
    const value = settings[name];
    if (value === undefined || allowed.includes(value as string)) return [];
    const sentence =
      allowed.length === 0
        ? "cannot be set for polls of this type"
        : `must be one of ${allowed.filter((one) => one !== null).join(", ")}`;
    return [singleError(name, sentence)];
  });
}

const fixedByVotes = ["vote_type", "voting_fee_type", "voting_fee"] as const;

/** Changes that votes or options no longer allow (docs/reference/polls.md#fixed-settings). */
export function changeProblems(
  before: PollSettings,
  after: PollSettings,
  { hasVotes, hasOptions }: PollUse,
): FieldErrors {
  const problems: FieldErrors[] = [];
  for (const name of fixedByVotes) {
    if (hasVotes && before[name] !== after[name]) {
      problems.push(singleError(name, "cannot be changed once there are votes"));
    }
  }
  if (hasOptions && before.option_type !== after.option_type) {
    problems.push(singleError("option_type", "cannot be changed once there are options"));
  }
  return mergeErrors(...problems);
}
