import type { StackPart } from "../stack/part";

/** In development, webhooks may point to this machine, without encryption. */
export const webhooksPart: StackPart = {
  name: "webhooks",
  unless: ["WEBHOOK_ALLOW_NETWORKS"],
  start: async ({ env }) =>
    env.NODE_ENV === "production"
      ? {}
      : {
          env: { WEBHOOK_ALLOW_INSECURE: "1", WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8, ::1" },
          says: "Webhooks may call this machine, also without encryption; in production they may not.",
        },
};
