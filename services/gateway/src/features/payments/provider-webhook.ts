import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import {
  connectedAccountEvents,
  PROVIDER_WEBHOOK_PATH,
  providerEventTypes,
} from "@polls/domain/payments";
import { handleProviderEvent } from "@polls/jobs";
import { type Cause, causedBy, send as sendJob } from "@polls/jobs/outbox";
import type { Express, Request, RequestHandler, Response } from "express";
import Stripe from "stripe";
import { z } from "zod";
import type { Config } from "../../config";
import type { Deps } from "../../deps";
import { badRequest, Problem, tooLarge } from "../../http/replies/problem";
import { type Reply, reply } from "../../http/replies/reply";
import { send } from "../../http/replies/send";
import { readBytes } from "../../http/request/json-body";
import { headerOf } from "../../http/request/request-facts";
import { requestIdOf } from "../../http/request/request-id";
import { servePath } from "../../http/routing/allowed-methods";
import { requireNoMaintenance } from "../../http/routing/maintenance";
import { spanOf } from "../../http/server/trace-requests";
import { requirePayments } from "./require-payments";

const handled: ReadonlySet<string> = new Set([...providerEventTypes, ...connectedAccountEvents]);
const TOLERANCE_SECONDS = 300;
const MAX_BYTES = 1_000_000;

/** Receives events of the payment provider (docs/reference/payments.md#provider-webhook). */
export function addProviderWebhookRoute(
  app: Express,
  deps: Pick<Deps, "clock" | "config" | "db" | "rateLimiter" | "serviceState" | "wakeRelay">,
): void {
  const post: RequestHandler = async (request, response) => {
    await send(request, response, await take(request, causeOf(response), deps));
  };
  servePath(app, PROVIDER_WEBHOOK_PATH, { post: [post] }, deps);
}

const causeOf = (response: Response): Cause => ({
  requestId: requestIdOf(response),
  span: spanOf(response),
});

/** The body as it was sent, because the signature is computed from its bytes. */
async function bytesOf(request: Request, { bodies }: Config): Promise<Buffer> {
  const { headers } = request;
  const empty = badRequest("The body is empty", "bad_body");
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) {
    throw empty;
  }
  const unreadable = badRequest("The body cannot be read", "bad_body");
  if ((headers["content-encoding"] ?? "identity") !== "identity") throw unreadable;
  const body = await readBytes(request, MAX_BYTES, bodies).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 413
      ? tooLarge("The event is too large")
      : unreadable;
  });
  if (body.length === 0) throw empty;
  return body;
}

async function take(
  request: Request,
  cause: Cause,
  deps: Pick<Deps, "clock" | "config" | "db" | "serviceState" | "wakeRelay">,
): Promise<Reply> {
  // The provider sends the event again.
  requireNoMaintenance(deps);
  const { webhookSecrets } = requirePayments(deps.config);
  const body = await bytesOf(request, deps.config);
  const signature = headerOf(request, "Stripe-Signature");
  if (!isGenuine(body, signature, webhookSecrets, deps.clock())) {
    throw badRequest("The signature is not valid", "bad_signature");
  }
  const content = parsed(body);
  if (thinEvent.safeParse(content).success) return reply(200, { received: true });
  const event = providerEvent.safeParse(content);
  if (!event.success) throw badRequest("The body is not an event", "bad_event");
  if (handled.has(event.data.type)) {
    await inTransaction(deps.db, (tx) => {
      causedBy(tx, cause);
      return takeEvent(tx, event.data, deps.clock());
    });
    deps.wakeRelay();
  }
  return reply(200, { received: true });
}

/** Parses a JSON text. Undefined if it is malformed. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Items such as `v1=…`. The provider's library fails on an item without a value. */
const isSignature = (header: string): boolean =>
  header.split(",").every((item) => /^[^=]+=./.test(item));

/** The provider's library takes the last of several times, and any time in the future. */
function isNow(header: string, now: Date): boolean {
  const times = header.split(",").filter((item) => item.startsWith("t="));
  const seconds = Number(times[0]?.slice(2)) - now.getTime() / 1_000;
  return times.length === 1 && Math.abs(seconds) <= TOLERANCE_SECONDS;
}

/** While a secret is replaced, each may have signed (docs/reliability.md#provider-events). */
const isGenuine = (
  body: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
  now: Date,
): boolean =>
  signature !== undefined &&
  isSignature(signature) &&
  isNow(signature, now) &&
  secrets.some((secret) => {
    try {
      // Unlike `constructEvent`, this function does not read the content of the body.
      const { signature: signatures } = Stripe.webhooks;
      if (signatures === null) throw new Error("the provider's library checks no signatures");
      return signatures.verifyHeader(
        ...([body, signature, secret, TOLERANCE_SECONDS] as const),
        ...([undefined, now.getTime()] as const),
      );
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  });

/** PostgreSQL cannot store the character 0. */
const shortText = z
  .string()
  .max(255)
  .regex(/^[^\0]*$/);

const reference = z
  .union([shortText, z.object({ id: shortText }).transform(({ id }) => id)])
  .nullish()
  .catch(undefined);

/** The fields of an event that are read. They identify the payment to settle. */
const providerEvent = z.object({
  id: shortText.min(1),
  type: shortText,
  account: shortText.optional().catch(undefined),
  data: z.object({
    object: z.object({
      id: shortText.optional().catch(undefined),
      payment_intent: reference,
      metadata: z
        .object({ payment: shortText.max(64).optional().catch(undefined) })
        .nullish()
        .catch(undefined),
    }),
  }),
});

/** An event of the second version, or a ping: it has no object, and is not about our payments. */
const thinEvent = z.object({ object: z.literal("v2.core.event"), id: shortText.min(1) });

/**
 * Stores an event once, and sends its job (docs/reliability.md#provider-events). Only its ids, because the
 * content is not trusted.
 */
async function takeEvent(
  tx: PrismaTransaction,
  { id, type, account, data: { object } }: z.output<typeof providerEvent>,
  now: Date,
): Promise<void> {
  const fresh = await tx.prisma.providerEvent.createMany({
    data: [
      {
        id,
        type,
        receivedAt: now,
        objectId:
          (connectedAccountEvents.includes(type) ? account : undefined) ?? object.id ?? null,
        paymentRef: object.metadata?.payment ?? null,
        intentId: object.payment_intent ?? null,
      },
    ],
    skipDuplicates: true,
  });
  if (fresh.count > 0) await sendJob(tx, handleProviderEvent, { eventId: id });
}
