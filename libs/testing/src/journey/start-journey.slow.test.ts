import { waitFor } from "../wait-for";
import { type Journey, startJourney } from "./start-journey";

const isReady = async (url: string, timeoutMs = 30_000): Promise<boolean> => {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
  await response.arrayBuffer();
  return response.status === 200;
};

describe("a journey with one service", () => {
  let journey: Journey<"mail-worker">;
  beforeAll(async () => {
    journey = await startJourney({ services: ["mail-worker"] });
  });

  test("the service is ready and has a log", async () => {
    const worker = journey.services["mail-worker"];
    expect(await isReady(worker.url)).toBe(true);
    expect(worker.log().some((line) => line.includes('"ready"'))).toBe(true);
  });

  test("a killed service restarts on the same port", async () => {
    const worker = journey.services["mail-worker"];
    const before = worker.pid();
    await worker.kill();
    await expect(isReady(worker.url)).rejects.toThrow();
    await worker.start();
    expect(worker.pid()).not.toBe(before);
    expect(await isReady(worker.url)).toBe(true);
  });

  test("a paused service does not answer until it is resumed", async () => {
    const worker = journey.services["mail-worker"];
    worker.pause();
    await expect(isReady(worker.url, 1_000)).rejects.toThrow(/abort|timeout/i);
    worker.resume();
    await waitFor(() => isReady(worker.url), { what: "an answer" });
  });

  test("a service ends cleanly on SIGTERM, even while it is paused", async () => {
    const worker = journey.services["mail-worker"];
    worker.pause();
    expect(await worker.stop()).toEqual({ code: 0, signal: undefined });
    await worker.start();
  });
});

test("the error of a service that cannot start contains the reason", async () => {
  await expect(
    startJourney({ services: ["mail-worker"], env: { MAIL_CONCURRENCY: "0" } }),
  ).rejects.toThrow(/mail-worker ended during its start \(exit code 2\).*MAIL_CONCURRENCY/s);
});
