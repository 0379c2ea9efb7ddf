import { unavailable } from "../../http/replies/problem";
import type { WriteBody } from "../../http/replies/reply";

/** The largest number of concurrent exports of one account. */
const OF_ACCOUNT = 2;
const RETRY_AFTER_SECONDS = 10;

export interface ExportSlots {
  /**
   * Returns a body that holds one of the slots while it is written. Throws 503 if no slot is free.
   */
  readonly hold: (accountId: bigint, write: WriteBody) => WriteBody;
}

/**
 * Limits concurrent exports, because each uses a database connection
 * (docs/reference/results.md#exports).
 */
export function createExportSlots(max: number): ExportSlots {
  const held: bigint[] = [];
  return {
    hold(accountId, write) {
      const own = held.filter((other) => other === accountId).length;
      if (held.length >= max || own >= OF_ACCOUNT) {
        throw unavailable("Too many exports are running", RETRY_AFTER_SECONDS);
      }
      return async (response) => {
        held.push(accountId);
        try {
          return await write(response);
        } finally {
          held.splice(held.indexOf(accountId), 1);
        }
      };
    },
  };
}
