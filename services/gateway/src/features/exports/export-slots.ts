import { unavailable } from "../../http/replies/problem";
import type { WriteBody } from "../../http/replies/reply";

/** The most exports of one account at a time. */
const OF_ACCOUNT = 2;
const RETRY_AFTER_SECONDS = 10;

export interface ExportSlots {
  /** A body that holds one of the slots while it is written. Throws 503 where all are in use. */
  readonly hold: (accountId: bigint, write: WriteBody) => WriteBody;
}

/** Bounds the exports that run at a time: each holds a connection (docs/reference/results.md#exports). */
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
