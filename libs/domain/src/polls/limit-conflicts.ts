import { type PurchaseRange, purchaseRange } from "../votes/purchase";
import { someVoteCounts, voteSettingsOfPoll } from "../votes/vote-settings";
import type { PollSettings } from "./settings";
import type { Check, Name } from "./settings-conflict";
import type { SettingName } from "./settings-table";

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
export const someVoteFits: Check = ({ type, settings }) => {
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
export const somePurchaseFits: Check = ({ settings }, { amounts }) => {
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
