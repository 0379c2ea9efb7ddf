import { webhooksPart } from "./webhooks-part";

const settings = {
  ...{ root: "/", from: "dist" as const, dataDir: "/data" },
  ...{ port: 3_000, host: "127.0.0.1", metricsPort: 9_095, baseUrl: "http://localhost:3000" },
};

test("a developer is told that webhooks may call this machine", async () => {
  const { env, says } = await webhooksPart.start({ settings, env: {} });
  expect(env).toEqual({
    WEBHOOK_ALLOW_INSECURE: "1",
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8, ::1",
  });
  expect(says).toContain("Webhooks may call this machine");
});

test("in production nothing is allowed, and nothing is said", async () => {
  expect(await webhooksPart.start({ settings, env: { NODE_ENV: "production" } })).toEqual({});
});
