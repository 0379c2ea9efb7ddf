// Covers docs/reliability.md: vote-transaction

import { connectPatiently, createTestDatabase } from "@polls/testing";
import { shareTransactions } from "./share-transactions";

test("one request of a batch that fails costs the others few transactions", async () => {
  const db = connectPatiently((await createTestDatabase()).url, { max: 2 });
  let transactions = 0;
  const share = shareTransactions<
    { readonly n: number; readonly cause?: never },
    { readonly kind: string }
  >(
    db,
    async (_tx, requests) => {
      transactions += 1;
      if (requests.some(({ n }) => n === 37)) throw new Error("a defect");
      return requests.map(({ n }) => ({ kind: `done ${n}` }));
    },
    {
      maxBatch: 64,
      maxInFlight: 1,
      minConcurrentBatch: 1,
      stallMs: 60_000,
      queueTimeoutMs: 60_000,
      committed: () => undefined,
    },
  );
  const outcomes = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => share({ n })));
  await db.close();
  expect(outcomes.flatMap(({ status }, n) => (status === "rejected" ? [n] : []))).toEqual([37]);
  // A transaction for each half of 64, 32, 16, 8, 4 and 2 requests, after the one of all.
  expect(transactions).toBe(13);
});
