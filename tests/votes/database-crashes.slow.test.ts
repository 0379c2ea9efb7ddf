// Covers docs/reliability.md: database-crashes

import { startCrashingDatabase } from "@polls/testing";
import { testVotesThrough } from "./votes-through-faults";

jest.setTimeout(180_000);

testVotesThrough("PostgreSQL that crashes", {
  start: async () => {
    const { url, crash } = await startCrashingDatabase();
    return { url, fault: crash };
  },
  times: 3,
  refuses: true,
});
