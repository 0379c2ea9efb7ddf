import type { Db } from "@polls/db/connection";
import type { StoredReply } from "@polls/db/replies";
import { Refusal } from "@polls/domain/refusals";
import type { RequestHandler } from "express";
import type { Deps } from "../../deps";
import { applyRateLimit, clientOf, rateLimitFor, rateLimitForAddress } from "../limits/rate-limit";
import { methodNotAllowed, Problem } from "../replies/problem";
import type { Reply } from "../replies/reply";
import { send } from "../replies/send";
import { clientAddressOf } from "../request/client-address";
import { addressOf, headerOf, queryOf } from "../request/request-facts";
import { noteRequest } from "../server/request-log";
import { digestFile, openUploadStore, type TakeFile } from "../uploads/store-uploads";
import type { TransactionEnd, Upload } from "../uploads/uploads";
import { allowOf } from "./allowed-methods";
import { isFromElsewhere } from "./authenticate";
import { type Authenticated, authenticateCall } from "./authenticate-call";
import { type Call, inputOf } from "./call";
import { type Endpoint, type Input, isChange } from "./endpoint";
import { depsForShard, forPage } from "./for-shard";
import {
  canonicalJson,
  findReply,
  fingerprintOf,
  type IdempotencyKey,
  idempotencyKey,
  replayOf,
  replyToKey,
} from "./idempotency";
import { requireNoMaintenance } from "./maintenance";
import { admissionOf } from "./request-admission";
import { type ReadRequest, readRequestBody } from "./request-body";
import type { RouteTable } from "./route-table";
import { type Handled, handleRequest, runEndpoint } from "./run-endpoint";
import { requireNotTakenDown, tellTakenDown } from "./taken-down";

/** Serves the API: every request to an endpoint takes the same steps in the same order. */
export function serveEndpoints(routesAt: RouteTable<Endpoint>, deps: Deps): RequestHandler {
  return async (request, response, next) => {
    const routes = routesAt(request.path);
    if (routes === undefined) return next();
    const clientAddress = clientAddressOf(request, deps.config.trustedProxies);
    if (request.method === "OPTIONS") {
      applyRateLimit(response, rateLimitForAddress(clientAddress, deps));
      const headers = { Allow: allowOf(routes.methods) };
      return send(request, response, { status: 204, body: undefined, headers });
    }
    const found = routes.route(request.method === "HEAD" ? "GET" : request.method);
    if (found === undefined) {
      applyRateLimit(response, rateLimitForAddress(clientAddress, deps));
      throw methodNotAllowed(allowOf(routes.methods));
    }
    const { route: endpoint, params } = found;
    if (isChange(endpoint)) requireNoMaintenance(deps);
    noteRequest(response, { route: endpoint.path, endpoint: endpoint.id });
    const call = {
      routesAt,
      endpoint,
      params,
      request,
      response,
      query: queryOf(request),
      address: () => addressOf(request, deps.config.baseUrl),
      clientAddress,
    };
    const reply =
      endpoint.run === "public"
        ? await answerPublic({ ...call, endpoint }, deps)
        : await answerAuthenticated(call, deps);
    await send(request, response, reply, { tagged: endpoint.method === "get" });
  };
}

/** Reads no token, so a wrong token does not lead to a refusal. */
async function answerPublic(
  call: Call & { readonly endpoint: Handled },
  deps: Pick<Deps, "clock" | "config" | "rateLimiter" | "uploadSlots">,
): Promise<Reply> {
  const { endpoint, request, response, clientAddress } = call;
  applyRateLimit(response, rateLimitForAddress(clientAddress, deps));
  const client = clientOf(undefined, clientAddress);
  const admitFiles = async (): Promise<TakeFile<Upload>> => {
    throw new Error("an endpoint without a token accepts files");
  };
  const read = await readRequestBody(endpoint, request, deps, client, admitFiles);
  return handleRequest(endpoint, inputOf(call, read, deps, {}), deps);
}

async function answerAuthenticated(call: Call, home: Deps): Promise<Reply> {
  const authenticated = await authenticateCall(call, home);
  noteRequest(call.response, { actor: authenticated.actor.kind });
  applyRateLimit(call.response, rateLimitFor(authenticated.actor, call.clientAddress, home));
  const isElsewhere = isFromElsewhere(authenticated.credentials);
  const deps = depsOfPoll(call, isElsewhere ? forPage(call.request, home) : home);
  const reply = await answerOnShard(
    call,
    authenticated,
    deps instanceof Promise ? await deps : deps,
  );
  return reply.resource === undefined ? reply : readAgain(call, authenticated, reply, home);
}

/** The reply to a repeated request whose body was not stored: the resource as it is. */
async function readAgain(
  call: Call,
  authenticated: Authenticated,
  { status, headers, resource = "" }: Reply,
  home: Deps,
): Promise<Reply> {
  const found = call.routesAt(resource)?.route("GET");
  if (found === undefined) return { status, body: undefined, ...(headers && { headers }) };
  const { route: endpoint, params } = found;
  const address = new URL(resource, call.address());
  const { searchParams: query } = address;
  const reading = { ...call, endpoint, params, query, address: () => address };
  const deps = await depsOfPoll(reading, home);
  const { body } = await answerOnShard(reading, authenticated, deps);
  return { status, body, ...(headers && { headers }) };
}

/** The parts for the shard of the poll that the path names. */
function depsOfPoll({ endpoint, params }: Call, home: Deps): Deps | Promise<Deps> {
  if (endpoint.poll === undefined) return home;
  return depsForShard(home, home.shards.ofPoll(params[endpoint.poll.param] ?? ""));
}

const answerOnShard = (call: Call, authenticated: Authenticated, deps: Deps): Promise<Reply> => {
  const { endpoint, params } = call;
  return tellTakenDown(deps.db, endpoint.poll && params[endpoint.poll.param], () =>
    answerOnce(call, authenticated, deps),
  );
};

async function answerOnce(call: Call, authenticated: Authenticated, deps: Deps): Promise<Reply> {
  const key = keyOf(call, authenticated, deps);
  const kept = key && (await findReply(key, shardsOfReply(call, deps)));
  return key === undefined || kept === undefined
    ? answerFresh(call, authenticated, key, deps)
    : answerRepeated(call, authenticated, { ...key, kept }, deps);
}

function keyOf(
  { endpoint: { method }, request, address }: Call,
  { actor }: Authenticated,
  { config, rateLimiter }: Pick<Deps, "config" | "rateLimiter">,
): IdempotencyKey | undefined {
  if (method !== "post" && method !== "patch") return undefined;
  const key = headerOf(request, "Idempotency-Key");
  if (key === undefined) return undefined;
  // Other spellings of an address are the same path.
  const path = decodeURIComponent(address().pathname).replace(/\/$/, "");
  const keys = config.keys.stored;
  return idempotencyKey(key, { actor, method: request.method, path, keys, rateLimiter });
}

/** The shards that may have the reply. A batcher looks its keys up on the shard of the poll. */
function shardsOfReply(
  { endpoint, params }: Call,
  { db, shards }: Pick<Deps, "db" | "shards">,
): readonly Db[] {
  const { run, poll, shard } = endpoint;
  if (run !== "transaction" && run !== "batch") return [];
  if (shard !== undefined) return shards.all();
  if (poll !== undefined && !shards.knows(params[poll.param] ?? "")) return shards.all();
  return run === "batch" ? [] : [db];
}

/** The stored reply to a repeated request, whose body is only compared with the first one. */
async function answerRepeated(
  { endpoint, params, request, clientAddress }: Call,
  { actor }: Authenticated,
  { kept, ...key }: IdempotencyKey & { readonly kept: StoredReply },
  deps: Pick<Deps, "config" | "db" | "uploadSlots">,
): Promise<Reply> {
  await requireNotTakenDown(deps.db, endpoint.poll && params[endpoint.poll.param]);
  const client = clientOf(actor, clientAddress);
  const read = await readRequestBody(endpoint, request, deps, client, async () => digestFile(deps));
  // The last release kept the order of members.
  const ordered = fingerprintOf(JSON.stringify(read.compared) ?? "");
  const fingerprint = ordered.equals(kept.fingerprint) ? ordered : fingerprintOfBody(read);
  return replyToKey(replayOf(kept, { ...key, fingerprint }));
}

const fingerprintOfBody = ({ compared }: ReadRequest<unknown>): Buffer =>
  fingerprintOf(canonicalJson(compared));

async function answerFresh(
  call: Call,
  { actor, credentials, matchedPasswordHash }: Authenticated,
  key: IdempotencyKey | undefined,
  deps: Deps,
): Promise<Reply> {
  const { endpoint, params, request, clientAddress } = call;
  const admission = admissionOf(call, { actor, matchedPasswordHash }, deps);
  const files = openUploadStore(deps);
  const admitFiles = async () => {
    const context = await admission?.admit();
    const rule =
      context && (await endpoint.admitFiles?.(deps.db, { ...context, actor, params }, deps));
    return files.accept(rule);
  };
  let end: TransactionEnd = "unknown";
  try {
    const client = clientOf(actor, clientAddress);
    const read = await readRequestBody(endpoint, request, deps, client, admitFiles);
    const input: Input<unknown> = inputOf(call, read, deps, {
      actor,
      credentials,
      idempotent: key && { ...key, fingerprint: fingerprintOfBody(read) },
    });
    const chosen =
      endpoint.shard === undefined ? deps : depsForShard(deps, endpoint.shard(input, deps));
    const chosenDeps = chosen instanceof Promise ? await chosen : chosen;
    const reply = await runEndpoint(chosenDeps, endpoint, input, admission, files);
    end = "committed";
    return reply;
  } catch (error) {
    if (error instanceof Refusal || error instanceof Problem) end = "rolled_back";
    throw error;
  } finally {
    await files.discard(end);
  }
}
