// Covers docs/reliability.md: wrong-redis-settings

import { describeWithRedis, startJourney, startTestRedis, waitFor } from "@polls/testing";
import { Redis } from "ioredis";

interface Ready {
  readonly status: number;
  readonly parts: Readonly<Record<string, string>>;
}

async function readinessOf({ metricsUrl }: { readonly metricsUrl: string }): Promise<Ready> {
  const response = await fetch(`${metricsUrl}/readyz`);
  const { parts } = (await response.json()) as Pick<Ready, "parts">;
  return { status: response.status, parts };
}

describeWithRedis("a gateway and a worker whose Redis changes while they run", () => {
  test("say so within seconds; the gateway stays ready", async () => {
    const redis = await startTestRedis({ args: ["--appendonly", "yes"] });
    const { services } = await startJourney({
      services: ["gateway", "webhook-worker"],
      env: { REDIS_URL: redis.url },
    });
    const { gateway, "webhook-worker": worker } = services;
    const both = () => Promise.all([readinessOf(gateway), readinessOf(worker)]);
    const all = (what: string, isSo: (ready: Ready, at: number) => boolean) =>
      waitFor(async () => (await both()).every(isSo), { what, deadlineMs: 10_000 });

    const keeps = ({ status, parts }: Ready) =>
      status === 200 && parts.queue === "ok" && parts["queue settings"] === "ok";
    await all("a queue that keeps jobs", keeps);

    const operator = new Redis(redis.url);
    await operator.config("SET", "maxmemory-policy", "allkeys-lru");
    await all("settings that lose jobs", ({ status, parts }) => {
      return status === 200 && parts["queue settings"] === "may lose jobs";
    });
    await operator.config("SET", "maxmemory-policy", "noeviction");
    await all("settings that keep jobs again", keeps);
    operator.disconnect();

    await redis.stop({ signal: "SIGKILL" });
    await all("Redis is away", ({ status, parts }, at) => {
      return status === (at === 0 ? 200 : 503) && parts.queue !== "ok";
    });
  });
});
