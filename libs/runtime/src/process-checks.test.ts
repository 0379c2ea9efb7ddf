// Covers docs/reliability.md: clock-skew

import { clockCheck } from "./process-checks";
import { checkReadiness } from "./readiness";

test.each([
  [0, "ok"],
  [1_000, "ok"],
  [-1_000, "ok"],
  [1_001, "1 s ahead of the database"],
  [-1_001, "1 s behind the database"],
  [90_000, "90 s ahead of the database"],
])(
  "a clock that is %i ms ahead is reported as %s, and the process stays ready",
  async (leadMs, clock) => {
    const check = clockCheck({ clockLeadMs: () => leadMs });
    expect(await checkReadiness([check])).toEqual({ ready: true, parts: { clock } });
  },
);
