import { Blocked } from "@polls/domain/refusals";
import type { Deps } from "../../deps";

/** Throws 403 if an account is blocked (docs/reference/access.md#blocked-accounts). */
export function requireUnblocked(
  accountId: bigint,
  { serviceState }: Pick<Deps, "serviceState">,
): void {
  if (serviceState.current().blocked.has(accountId)) throw new Blocked("account_blocked");
}
