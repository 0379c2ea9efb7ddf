import { randomBytes } from "node:crypto";
import path from "node:path";
import { startPaymentStandIn } from "../payments/start-payment-stand-in";
import { portNear } from "../process/ports";
import type { StackPart } from "../stack/part";

const usualPort = 12_111;

/** A stand-in for the payment provider, unless a provider key is set. */
export const paymentsPart: StackPart = {
  name: "payments",
  unless: ["STRIPE_SECRET_KEY"],
  start: async ({ settings: { dataDir, port } }) => {
    const secret = `whsec_${randomBytes(24).toString("hex")}`;
    const standIn = await startPaymentStandIn({
      port: await portNear(usualPort),
      stateFile: path.join(dataDir, "payments.json"),
      webhooks: { address: () => `http://127.0.0.1:${port}/webhooks/stripe`, secret },
    });
    return {
      env: {
        STRIPE_SECRET_KEY: "sk_test_standin",
        STRIPE_API_URL: standIn.url,
        STRIPE_WEBHOOK_SECRET: secret,
      },
      says: `Payments go to a stand-in at ${standIn.url}: no money moves.`,
      stop: () => standIn.stop(),
    };
  },
};
