import type { components } from "./generated/schema";

type Schemas = components["schemas"];

/** The event in a delivery, told apart by `type`: docs/reference/webhooks.md#events. */
export type WebhookEvent = {
  [Name in keyof Schemas]: Name extends `${string}Event` ? Schemas[Name] : never;
}[keyof Schemas];

/** The headers of a delivery, in the form of Node, Express or the Fetch standard. */
export type DeliveryHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Thrown for a delivery that does not come from the service, or is too old. */
export class WebhookVerificationError extends Error {
  static override readonly name = "WebhookVerificationError";
  override readonly name = "WebhookVerificationError";
}

/** Maximum age of a delivery in seconds. An older one may be a recording that is sent again. */
const toleranceSeconds = 300;

/**
 * Verifies the signature of a delivery and returns its event:
 * docs/reference/webhooks.md#signatures. `body` is the received body, not parsed. Throws
 * `WebhookVerificationError`, and a `TypeError` for a parsed body or a missing secret, which are faults of the program.
 * An event may be delivered twice: handle each `id` only once.
 */
export async function verifyDelivery(
  body: string | Uint8Array,
  headers: DeliveryHeaders,
  secret: string,
): Promise<WebhookEvent> {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw new TypeError("the body must be the received text or bytes, not a parsed object");
  }
  if (typeof secret !== "string" || secret === "") throw new TypeError("the secret is missing");
  const id = headerOf(headers, "webhook-id");
  const time = headerOf(headers, "webhook-timestamp");
  if (!(Math.abs(Date.now() / 1_000 - Number(time || Number.NaN)) < toleranceSeconds)) {
    throw new WebhookVerificationError("the delivery is too old, or has no timestamp");
  }
  const text =
    typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`);
  const key = await keyOf(secret);
  for (const signature of headerOf(headers, "webhook-signature").split(" ")) {
    const bytes = signature.startsWith("v1,") ? bytesOf(signature.slice(3)) : undefined;
    if (bytes && (await globalThis.crypto.subtle.verify("HMAC", key, bytes, signed))) {
      return JSON.parse(text);
    }
  }
  throw new WebhookVerificationError("no signature is valid");
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes?.length) throw new WebhookVerificationError("the secret is malformed");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return globalThis.crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function headerOf(headers: DeliveryHeaders, wanted: string): string {
  if (headers instanceof Headers) return headers.get(wanted) ?? "";
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted) ?? [];
  return (typeof value === "string" ? value : value?.[0]) ?? "";
}
