import { diagnose } from "@polls/runtime";
import { loadConfig } from "../config";
import { egressDiagnostic } from "../worker";

const look = (env: Readonly<Record<string, string>>) =>
  diagnose([
    egressDiagnostic(
      loadConfig({
        DATABASE_URL: "postgresql://polls@localhost/polls",
        BASE_URL: "https://polls.example",
        APP_SECRET: "a secret that only tests have, and no deployment",
        ...env,
      }).egress,
    ),
  ]);

test("reports the addresses that webhooks may call in addition to the public internet", async () => {
  expect(await look({})).toMatchObject([{ check: "webhook addresses", state: "ok" }]);
  expect(
    await look({ WEBHOOK_ALLOW_NETWORKS: "10.1.0.0/16", WEBHOOK_ALLOW_INSECURE: "on" }),
  ).toMatchObject([
    { state: "warning", found: "more than the public internet may be called: http:, 10.1.0.0/16" },
  ]);
});
