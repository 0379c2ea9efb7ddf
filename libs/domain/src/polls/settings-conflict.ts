import type { KnownProvider } from "../access/sign-in-providers";
import type { AmountRules } from "../payments/currencies";
import type { ProblemSentence } from "../refusals/field-problems";
import type { PollSettings } from "./settings";
import type { SettingName } from "./settings-table";

export interface Configuration {
  readonly type: string;
  readonly settings: PollSettings;
  readonly hasVotingCategories: boolean;
}

/** What a conflict can be between. */
export type Name = SettingName | "voting_categories";

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

export type Check = (
  configuration: Configuration,
  terms: PaymentTerms,
) => SettingsConflict | undefined;

export const conflict = (
  sentences: Readonly<Partial<Record<Name, ProblemSentence>>>,
): SettingsConflict => ({
  between: Object.keys(sentences) as Name[],
  sentence: (setting) => sentences[setting] ?? "is out of range",
});
