import type { AccessLevel } from "../access/access-level";
import type { Children } from "../option-types/option-type";
import type { Poll } from "../polls/poll";
import { type NoSubmissions, whyNoSubmissions } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";

export interface OptionCreation {
  readonly poll: Pick<Poll, "status" | "settings">;
  readonly now: Date;
  readonly access: AccessLevel;
  /** Undefined for an anonymous reader, who owns nothing. */
  readonly ownerKey: string | undefined;
  /** The result of `creatorsOf` for the parent. */
  readonly createdBy: Children["createdBy"];
  /** The actor's options in the poll. A group counts once; answers and drawings do not count. */
  readonly ownOptions: number;
  /** Number of the actor's options under the same parent. */
  readonly ownSiblings: number;
}

export type OptionCreationRefusal =
  | NoSubmissions
  | "new_options_not_allowed"
  | "admins_only"
  | "user_identifier_required"
  | "option_limit_reached"
  | "already_submitted";

/** Whether the caller may create an option (docs/reference/options.md#creation). */
export function mayCreateOption(creation: OptionCreation): Decision<OptionCreationRefusal> {
  const { poll, now, access, ownerKey, createdBy, ownOptions, ownSiblings } = creation;
  if (createdBy === "every_actor_once") {
    if (ownerKey === undefined) return refuse("user_identifier_required");
    if (ownSiblings > 0) return refuse("already_submitted");
  }
  if (access === "admin") return allow;
  if (createdBy === "admins") return refuse("admins_only");
  if (createdBy === "as_top_level" && !poll.settings.allow_new_options) {
    return refuse("new_options_not_allowed");
  }
  const outside = whyNoSubmissions(poll, now);
  if (outside !== undefined) return refuse(outside);
  const { option_limit: limit } = poll.settings;
  if (createdBy === "every_actor_once" || limit === undefined) return allow;
  if (ownerKey === undefined) return refuse("user_identifier_required");
  return ownOptions >= limit ? refuse("option_limit_reached") : allow;
}
