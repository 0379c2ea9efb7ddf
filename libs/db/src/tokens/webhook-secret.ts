import { createHmac } from "node:crypto";

/**
 * What the events of a webhook are signed with, as Standard Webhooks writes it. It is made of the webhook's
 * public id and a key of the deployment, so that gateway and worker know it and no store holds it (ADR 0014).
 */
export const webhookSecret = (publicId: string, key: string): string =>
  `whsec_${createHmac("sha256", key).update(publicId).digest("base64")}`;
