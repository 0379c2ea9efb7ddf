import { waitFor } from "@polls/testing";
import type { TestResponse } from "./send-request";

/**
 * Sends a request until the answer is no 503, as clients do. Of many requests at once some wait longer for a lock or a
 * connection than a busy machine grants.
 */
export const answered = (send: () => Promise<TestResponse>): Promise<TestResponse> =>
  waitFor(
    async () => {
      const answer = await send();
      return answer.status !== 503 && answer;
    },
    { what: "an answer", everyMs: 100 },
  );
