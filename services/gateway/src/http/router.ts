import { randomUUID } from "node:crypto";
import { inTransaction } from "@polls/db";
import { actsForItself, Invalid, readBody, TooManyRequests, Unauthenticated } from "@polls/domain";
import { type Express, type Request, type Response, Router } from "express";
import type { Deps } from "../deps";
import { clientAddressOf } from "./client-address";
import type { Endpoint, Input } from "./endpoint";
import { replyToError } from "./error-handler";
import { guardPoll, type Visit } from "./guard-poll";
import { beginIdempotent, idempotentRequest, keepAnswer } from "./idempotency";
import { readJson } from "./json-body";
import { badRequest } from "./problem";
import { rateLimitFor, rateLimitHeaders } from "./rate-limit";
import type { Reply } from "./reply";
import { type Form, isMultipart, readForm } from "./uploads";

/** Puts the endpoints on the application; each request takes the same steps in the same order. */
export function mount(app: Express, endpoints: readonly Endpoint[], deps: Deps): void {
  const router = Router({ caseSensitive: true, strict: false });
  for (const endpoint of endpoints) {
    router[endpoint.method](endpoint.path, async (request, response) => {
      const requestId = requestIdOf(request, response);
      const reply = await answer(endpoint, request, response, requestId, deps).catch(
        (error: unknown) => refuse(error, endpoint, requestId, deps),
      );
      send(response, reply);
    });
  }
  app.use(router);
}

/** The id under which a request is found in the logs; a client may name its own. */
export function requestIdOf(request: Request, response: Response): string {
  const known = response.getHeader("X-Request-Id");
  if (typeof known === "string") return known;
  const given = request.get("X-Request-Id");
  const id = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  response.setHeader("X-Request-Id", id);
  return id;
}

function refuse(error: unknown, endpoint: Endpoint, requestId: string, deps: Deps): Reply {
  const { reply, defect } = replyToError(error, requestId);
  if (defect) deps.log.error({ err: error, requestId, route: endpoint.path }, "request failed");
  return reply;
}

function send(response: Response, { status, body, headers = {} }: Reply): void {
  if (response.headersSent) return;
  response.status(status).set(headers);
  if (typeof body === "function") (body as (response: Response) => void)(response);
  else if (body === undefined) response.end();
  else response.json(body);
}

async function answer(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  requestId: string,
  deps: Deps,
): Promise<Reply> {
  const address = addressOf(request, deps);
  const clientAddress = clientAddressOf(request, deps.config.trustedProxies);
  const actor = await deps.authenticator.authenticate({
    authorization: request.get("Authorization"),
    userIdentifier: request.get("X-SERVICE-USER-IDENTIFIER"),
    organizationId: address.searchParams.get("organization_id") ?? undefined,
  });
  const limit = rateLimitFor(actor, clientAddress, deps);
  response.set(rateLimitHeaders(limit));
  if (!limit.allowed) throw new TooManyRequests(limit.resetSeconds);
  if (endpoint.actors === "private" && !actsForItself(actor)) throw new Unauthenticated();

  const params = request.params as Record<string, string>;
  const visit: Omit<Visit, "hash"> = {
    actor,
    origin: request.get("Origin"),
    password: request.get("X-SERVICE-POLL-PASSWORD"),
    clientAddress,
  };
  const enter = (queryable: Parameters<typeof guardPoll>[0], lock: boolean) =>
    endpoint.poll === undefined
      ? {}
      : guardPoll(
          queryable,
          lock ? endpoint.poll : withoutLock(endpoint.poll),
          { ...visit, hash: params[endpoint.poll.param] ?? "" },
          deps,
        );

  const { rawBody, uploads, canonicalBody, discard } = await readRequestBody(
    endpoint,
    request,
    deps,
    () => enter(deps.db.prisma, false),
  );
  try {
    const input: Input<unknown> = {
      actor,
      params,
      query: address.searchParams,
      address,
      rawBody,
      uploads,
      body: () => parseBody(endpoint, rawBody),
      header: (name) => request.get(name),
      clientAddress,
      now: deps.clock(),
      requestId,
      idempotent:
        request.method === "POST" || request.method === "PATCH"
          ? idempotentRequest(request.get("Idempotency-Key"), {
              actor,
              method: request.method,
              path: request.path,
              body: canonicalBody,
            })
          : undefined,
    };
    if (!endpoint.transaction) {
      return await endpoint.handle({ ...input, ...(await enter(deps.db.prisma, false)) }, deps);
    }
    const reply = await inTransaction(deps.db, async (tx) => {
      const kept = input.idempotent && (await beginIdempotent(tx, input.idempotent));
      if (kept !== undefined) return kept;
      const fresh = await endpoint.handle({ ...input, ...(await enter(tx, true)), tx }, deps);
      if (input.idempotent !== undefined) await keepAnswer(tx, input.idempotent, fresh);
      return fresh;
    });
    deps.wakeRelay();
    return reply;
  } finally {
    await discard();
  }
}

const withoutLock = ({ lock: _, ...rule }: NonNullable<Endpoint["poll"]>) => rule;

/** The public address of a request; a query that is no valid percent-encoding is 400. */
function addressOf(request: Request, deps: Deps): URL {
  const query = request.originalUrl.split("?", 2)[1] ?? "";
  try {
    decodeURIComponent(query.replaceAll("+", " "));
    decodeURIComponent(request.path);
  } catch {
    throw badRequest("The address is not encoded well");
  }
  return new URL(`${deps.config.baseUrl.origin}${request.originalUrl}`);
}

async function readRequestBody(
  endpoint: Endpoint,
  request: Request,
  deps: Deps,
  mayUpload: () => unknown,
): Promise<Form & { readonly canonicalBody: string }> {
  if (request.method !== "POST" && request.method !== "PATCH") {
    return { rawBody: undefined, uploads: [], canonicalBody: "", discard: async () => {} };
  }
  if (endpoint.files === true && isMultipart(request)) {
    // Nobody streams a gigabyte to a poll that does not let him in.
    await mayUpload();
    const form = await readForm(request, deps);
    const digests = form.uploads.map(({ sha256 }) => sha256);
    return { ...form, canonicalBody: JSON.stringify([form.rawBody, digests]) };
  }
  const rawBody = await readJson(
    request,
    endpoint.files === true ? deps.config.dataUriMaxBytes : undefined,
  );
  return {
    rawBody,
    uploads: [],
    canonicalBody: JSON.stringify(rawBody) ?? "",
    discard: async () => {},
  };
}

function parseBody(endpoint: Endpoint, rawBody: unknown): unknown {
  if (endpoint.body === undefined) return undefined;
  const reading = readBody(endpoint.body, rawBody);
  if (!reading.ok) throw new Invalid(reading.errors);
  return reading.value;
}
