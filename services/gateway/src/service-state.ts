import type { Db } from "@polls/db/connection";
import { readServiceState, type ServiceState } from "@polls/db/operators";

/** What operators have set for the whole service, as this process knows it (docs/adr/0101-operators-act-through-an-audit-log.md). */
export interface ServiceStateCache {
  readonly current: () => ServiceState;
  readonly refresh: () => Promise<void>;
}

/** How often a gateway reads it, so that all gateways apply a change within a second. */
export const SERVICE_STATE_EVERY_MS = 500;

/** Creates the cache. Until the first read nothing is set. */
export function createServiceState(db: Db): ServiceStateCache {
  let current: ServiceState = {
    maintenance: undefined,
    announcement: undefined,
    blocked: new Set(),
    jobsDue: false,
  };
  return {
    current: () => current,
    async refresh() {
      current = await readServiceState(db);
    },
  };
}
