import type { IncomingMessage } from "node:http";
import { waitFor } from "@polls/testing";
import { watchPace } from "./body-pace";

const pace = { windowMs: 400, leastBytes: 1, deadlineMs: 800 };

/** Blocks the process, like a stall of the gateway. */
const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("a body is not refused after a stall of the gateway, but later", async () => {
  let checks = 0;
  let failures = 0;
  const request = {
    socket: { bytesRead: 0 },
    complete: false,
    isPaused() {
      checks += 1;
      return false;
    },
  };
  const end = watchPace(request as IncomingMessage, pace, () => {
    failures += 1;
  });
  await waitFor(() => checks > 0, { what: "the first check" });
  stall(1_500);
  const before = checks;
  await waitFor(() => checks + failures > before, { what: "the check after the stall" });
  expect(failures).toBe(0);
  await waitFor(() => failures === 1, { what: "the refusal" });
  end();
});
