import type { MatrixCaller } from "./callers";
import type { VariantName } from "./variants";

/** Who asks at which poll. */
export interface Situation {
  readonly caller: MatrixCaller;
  readonly variant: VariantName;
  /** Access level `admin`, else `member`. */
  readonly admin: boolean;
  /** What the fixture holds as its own is the caller's. */
  readonly owns: boolean;
}

/** What an endpoint asks of every caller. */
export interface Demand {
  readonly privateToken?: true;
  readonly admin?: true;
  /** From whom a protected poll asks its password. */
  readonly password?: "members" | "everyone";
  /** A request of members that `restrict_view_access` guards. */
  readonly guarded?: true;
}

export const situationOf = (caller: MatrixCaller, variant: VariantName): Situation => ({
  caller,
  variant,
  admin: caller.level === "admin",
  owns: caller.owns,
});

/**
 * Whether the poll takes changes of participants and votes: a closed one takes none, from admins neither
 * (docs/reference/polls.md#status).
 */
export const takesChanges = ({ variant }: Situation): boolean =>
  variant !== "closed" && variant !== "allow_voting off";

/** The status that refuses a caller before the endpoint decides; undefined: admitted. */
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
