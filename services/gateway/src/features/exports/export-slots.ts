import { unavailable } from "../../http/replies/problem";
import type { WriteBody } from "../../http/replies/reply";
import { createSlots } from "../../http/uploads/slots";

const OF_ACCOUNT = 2;
const RETRY_AFTER_SECONDS = 10;

export interface ExportSlots {
  /** The body holds a slot while it is written. Throws 503 if none is free. */
  readonly hold: (accountId: bigint, write: WriteBody) => WriteBody;
}

/** Each export uses a database connection (docs/reference/results.md#exports). */
export function createExportSlots(max: number): ExportSlots {
  const refusal = () => unavailable("Too many exports are running", RETRY_AFTER_SECONDS);
  const slots = createSlots<bigint>({
    ofHolder: OF_ACCOUNT,
    ofAll: max,
    refuseHolder: refusal,
    refuseAll: refusal,
  });
  return {
    hold(accountId, write) {
      slots.require(accountId);
      return async (response) => {
        const free = slots.take(accountId);
        try {
          return await write(response);
        } finally {
          free();
        }
      };
    },
  };
}
