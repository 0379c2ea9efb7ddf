import type { AccessLevel } from "../access/access-level";
import type { OwnerKey } from "../access/actor";
import type { PollSettings } from "../polls/settings";
import type { OptionSettings } from "./option-settings";

/** Values of `approval_state` (docs/reference/options.md#approval). */
export const approvalStates = ["unreviewed", "approved", "disapproved"] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** `waiting_count` of polls ends at this number, so that its cost does not depend on how much waits. */
export const WAITING_MAX = 100;

/** The state of a new option or a new text of a comment. With `require_approval`, admins review those of members. */
export const initialApproval = (
  { require_approval }: Pick<PollSettings, "require_approval">,
  access: AccessLevel,
): ApprovalState => (require_approval && access !== "admin" ? "unreviewed" : "approved");

export interface Option {
  readonly id: bigint;
  readonly publicId: string;
  readonly pollId: bigint;
  readonly parentId: bigint | undefined;
  /** A name of the option type registry. */
  readonly type: string;
  readonly ownerKey: OwnerKey | undefined;
  readonly content: string | undefined;
  readonly subtitle: string | undefined;
  readonly description: string | undefined;
  readonly authorName: string | undefined;
  readonly infoLink: string | undefined;
  readonly infoLinkTitle: string | undefined;
  readonly tags: readonly string[];
  readonly youtubeId: string | undefined;
  readonly vimeoId: string | undefined;
  /** Position among its siblings, from 1. */
  readonly position: number;
  readonly state: string | undefined;
  readonly stateChangeMessage: string | undefined;
  readonly approvalState: ApprovalState;
  readonly approvalStateUpdatedAt: Date | undefined;
  readonly archived: boolean;
  /** Whether an admin picked the option. `selected` follows from it. */
  readonly picked: boolean;
  /** Undefined when the option needs no submission fee. */
  readonly paid: boolean | undefined;
  readonly data: unknown;
  readonly settings: OptionSettings;
  readonly drawingType: string | undefined;
  readonly inputType: string | undefined;
  readonly locationType: string | undefined;
  readonly rotation: number | undefined;
  readonly startDate: Date | undefined;
  readonly endDate: Date | undefined;
  readonly additionalAttributes: Readonly<Record<string, string>>;
  readonly termsAccepted: boolean | undefined;
  readonly privacyPolicyAccepted: boolean | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What decisions on votes and their names read of an option, which is loaded with each batch of votes. */
export type VotedOption = Pick<
  Option,
  | "id"
  | "publicId"
  | "pollId"
  | "parentId"
  | "type"
  | "ownerKey"
  | "content"
  | "position"
  | "approvalState"
  | "archived"
  | "paid"
  | "data"
  | "settings"
  | "inputType"
  | "startDate"
  | "endDate"
>;
