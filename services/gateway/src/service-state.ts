import type { Db } from "@polls/db/connection";
import { readServiceState, type ServiceState } from "@polls/db/operators";
import { within } from "@polls/jobs";

/** What operators have set for the whole service, as this process knows it (docs/adr/0101-operators-act-through-an-audit-log.md). */
export interface ServiceStateCache {
  readonly current: () => ServiceState;
  readonly refresh: () => Promise<void>;
  /**
   * Reads the state again if it is older than half a second. Returns what a request waits for before it uses the state;
   * undefined while that is less than a second old. A wait never fails, and ends after a quarter of a second. Before the
   * first success, it ends with the read, and is undefined only for half a second after a failed one: nothing is known
   * then, so the first requests would pass during maintenance.
   */
  readonly follow: () => Promise<void> | undefined;
}

const READ_AGAIN_MS = 500;
/** All gateways apply a change within this time. */
const OUTDATED_MS = 1_000;
const WAIT_MS = 250;

/** Creates the cache. Until the first read nothing is set. */
export function createServiceState(db: Db, onError: (error: unknown) => void): ServiceStateCache {
  let current: ServiceState = {
    maintenance: undefined,
    announcement: undefined,
    blocked: new Set(),
  };
  let isKnown = false;
  /** When the last read began, by `performance.now()`. */
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  async function refresh(): Promise<void> {
    const began = performance.now();
    try {
      current = await readServiceState(db);
      isKnown = true;
    } finally {
      readAt = began;
    }
  }
  return {
    current: () => current,
    refresh,
    follow() {
      const ageMs = performance.now() - readAt;
      if (ageMs < READ_AGAIN_MS) return undefined;
      reading ??= refresh()
        .catch(onError)
        .finally(() => {
          reading = undefined;
        });
      if (!isKnown) return reading;
      return ageMs < OUTDATED_MS ? undefined : within(WAIT_MS, reading, () => undefined);
    },
  };
}
