import { randomBytes } from "node:crypto";
import path from "node:path";
import { startFakeProvider } from "../payments/start-fake-provider";
import { portNear } from "../process/ports";
import type { StackPart } from "../stack/part";

const usualPort = 12_111;

/** A fake payment provider, unless a provider key is set. */
export const paymentsPart: StackPart = {
  name: "payments",
  unless: ["STRIPE_SECRET_KEY"],
  start: async ({ settings: { dataDir, port } }) => {
    const secret = `whsec_${randomBytes(24).toString("hex")}`;
    const fakeServer = await startFakeProvider({
      port: await portNear(usualPort),
      stateFile: path.join(dataDir, "payments.json"),
      webhooks: { address: () => `http://127.0.0.1:${port}/webhooks/stripe`, secret },
    });
    return {
      env: {
        STRIPE_SECRET_KEY: "sk_test_standin",
        STRIPE_API_URL: fakeServer.url,
        STRIPE_WEBHOOK_SECRET: secret,
      },
      says: `Payments go to a fake provider at ${fakeServer.url}: no money moves.`,
      stop: () => fakeServer.stop(),
    };
  },
};
