import { diagnose } from "./diagnostics";
import { storageDiagnostic } from "./storage-diagnostic";

const MIN = 200_000_000;

test.each([
  [
    { intact: true, freeBytes: 5_000_000_000, minFreeBytes: MIN },
    { state: "ok", found: "a file is written, read and removed; 5.0 GB are free" },
  ],
  [
    { intact: true, freeBytes: 399_000_000, minFreeBytes: MIN },
    { state: "warning", found: expect.stringContaining("uploads are refused below 0.2 GB") },
  ],
  [
    { intact: undefined, freeBytes: 99_000_000, minFreeBytes: MIN },
    {
      state: "failed",
      found: "0.1 GB are free, and uploads are refused below 0.2 GB",
      remedy: expect.stringContaining("make room"),
    },
  ],
  [{ intact: true, freeBytes: undefined, minFreeBytes: 0 }, { state: "ok" }],
  [{ intact: false, freeBytes: undefined, minFreeBytes: 0 }, { state: "failed" }],
])("%j: %j", async (trial, finding) => {
  expect(await diagnose([storageDiagnostic(async () => trial)])).toMatchObject([
    { check: "storage", ...finding },
  ]);
});
