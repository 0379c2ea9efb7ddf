import { createHmac } from "node:crypto";

/**
 * The secret that signs the events of a webhook, in the form of Standard Webhooks. It is derived from the
 * webhook's public id and a key of the deployment, so it is not stored
 * (docs/adr/0014-webhooks-are-sent-by-a-service-of-their-own.md).
 */
export const webhookSecret = (publicId: string, key: string): string =>
  `whsec_${createHmac("sha256", key).update(publicId).digest("base64")}`;
