import type { AccessLevel } from "../access/access-level";
import type { Children } from "../option-types/option-type";
import type { Poll } from "../polls/poll";
import { type NoSubmissions, whyNoSubmissions } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";

/** What must be known to judge whether somebody may submit an option. */
export interface OptionCreation {
  readonly poll: Pick<Poll, "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  /** Undefined: a public token alone, which owns nothing (decisions 1). */
  readonly ownerKey: string | undefined;
  /** Who makes options at that place: `Children.madeBy` of the parent, `as_top_level` for roots. */
  readonly madeBy: Children["madeBy"];
  /** The actor's options in the poll, each group counted once, without answers to inputs and drawing steps. */
  readonly ownOptions: number;
  /** The actor's options under the same parent. */
  readonly ownSiblings: number;
}

export type OptionCreationRefusal =
  | NoSubmissions
  | "new_options_not_allowed"
  | "admins_only"
  | "user_identifier_required"
  | "option_limit_reached"
  | "already_submitted";

/** Decisions 4: members submit inside the window, as many as allowed; admins are not bound by that. */
export function mayCreateOption(creation: OptionCreation): Decision<OptionCreationRefusal> {
  const { poll, now, access, ownerKey, madeBy, ownOptions, ownSiblings } = creation;
  if (madeBy === "every_actor_once") {
    if (ownerKey === undefined) return refuse("user_identifier_required");
    if (ownSiblings > 0) return refuse("already_submitted");
  }
  if (access === "admin") return allow;
  if (madeBy === "admins") return refuse("admins_only");
  if (madeBy === "as_top_level" && !poll.settings.allow_new_options) {
    return refuse("new_options_not_allowed");
  }
  const outside = whyNoSubmissions(poll, now);
  if (outside !== undefined) return refuse(outside);
  const { option_limit: limit } = poll.settings;
  if (madeBy === "every_actor_once" || limit === undefined) return allow;
  if (ownerKey === undefined) return refuse("user_identifier_required");
  return ownOptions >= limit ? refuse("option_limit_reached") : allow;
}
