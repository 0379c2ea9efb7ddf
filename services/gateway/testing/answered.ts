import { type TestResponse, waitFor } from "@polls/testing";

/**
 * Sends a request again while it gets 503, as clients do. On a busy machine, some of many
 * concurrent requests wait too long for a lock or a connection.
 */
export const answered = (send: () => Promise<TestResponse>): Promise<TestResponse> =>
  waitFor(
    async () => {
      const answer = await send();
      return answer.status !== 503 && answer;
    },
    { what: "an answer", everyMs: 100 },
  );
