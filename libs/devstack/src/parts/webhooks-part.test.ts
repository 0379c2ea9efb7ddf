import { webhooksPart } from "./index";

const settings = {
  root: "/",
  from: "dist" as const,
  dataDir: "/data",
  port: 3_000,
  host: "127.0.0.1",
  metricsPort: 9_095,
  baseUrl: "http://localhost:3000",
};

test("in development, webhooks may call this machine, and the user sees a notice", async () => {
  const { env, says } = await webhooksPart.start({ settings, env: {} });
  expect(env).toEqual({
    WEBHOOK_ALLOW_INSECURE: "1",
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8, ::1",
  });
  expect(says).toContain("Webhooks may call this machine");
});

test("in production, webhooks may not call this machine, and there is no notice", async () => {
  expect(await webhooksPart.start({ settings, env: { NODE_ENV: "production" } })).toEqual({});
});
