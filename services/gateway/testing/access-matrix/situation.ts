import type { MatrixCaller } from "./callers";
import type { VariantName } from "./variants";

/** A caller and the poll that its request addresses. */
export interface Situation {
  readonly caller: MatrixCaller;
  readonly variant: VariantName;
  /** Whether the access level is `admin`. Otherwise it is `member`. */
  readonly admin: boolean;
  /** The "own" objects of the fixture belong to the caller. */
  readonly owns: boolean;
}

/** What an endpoint demands of every caller. */
export interface Demand {
  readonly privateToken?: true;
  readonly admin?: true;
  /** The callers that a protected poll asks for its password. */
  readonly password?: "members" | "everyone";
  /** `restrict_view_access` applies to this request of members. */
  readonly guarded?: true;
}

export const situationOf = (caller: MatrixCaller, variant: VariantName): Situation => ({
  caller,
  variant,
  admin: caller.level === "admin",
  owns: caller.owns,
});

/**
 * Whether participants and votes of the poll may be changed. In a closed poll not even admins may
 * change them (docs/reference/polls.md#status).
 */
export const takesChanges = ({ variant }: Situation): boolean =>
  variant !== "closed" && variant !== "allow_voting off";

/** Whether the caller reads ratings, results and votes of others (docs/reference/ratings.md#visibility). */
export const seesRatings = ({ admin, variant, owns }: Situation): boolean =>
  admin ||
  (variant !== "hide_results" &&
    variant !== "hide_votes" &&
    (variant !== "results_visible after_own_vote" || owns));

/** Whether the caller reads the count, which shows what is best among all options. */
export const seesCount = (situation: Situation): boolean =>
  situation.admin ||
  (seesRatings(situation) &&
    situation.variant !== "hidden_best_rating" &&
    situation.variant !== "hide_options");

/**
 * The status with which a caller is refused before the endpoint decides. Undefined: the caller is
 * admitted.
 */
export function refusalBefore(
  { caller, variant, admin }: Situation,
  demand: Demand,
): 401 | 404 | undefined {
  if (caller.level === "unauthenticated") return 401;
  if (demand.privateToken && caller.acts === "publicly") return 401;
  const throughTheLink = caller.addressing === "admin_hash" && !caller.ownsPoll;
  if (variant === "public_admin_link off" && throughTheLink) return 404;
  if (demand.admin && !admin) return 404;
  if (variant === "allowed_hosts, from another host" && !admin) return 401;
  const locked =
    variant === "password, not given" || variant === "restrict_view_access, password not given";
  if (locked && demand.password === "everyone") return 401;
  if (locked && demand.password === "members" && !admin) return 401;
  if (demand.guarded && !admin) {
    if (variant === "restrict_view_access, password not given") return 401;
    if (variant === "restrict_view_access, not on the jury") return 404;
  }
  return undefined;
}
