import {
  inSnapshot,
  inTransaction,
  type PrismaTransaction,
  type ReadSnapshot,
} from "@polls/db/sql";
import { causedBy } from "@polls/jobs/outbox";
import { supportedLanguage } from "@polls/markup";
import { inSpan } from "@polls/telemetry";
import { z } from "zod";
import type { Deps } from "../../deps";
import { countingOnce } from "../limits/rate-limit";
import type { Reply } from "../replies/reply";
import type { UploadStore } from "../uploads/store-uploads";
import { PasswordNeeded, type PollCall } from "./admission";
import { isReplay, isUnwritten } from "./batches";
import type { Endpoint, Input, PublicInput } from "./endpoint";
import { beginIdempotent, storeReply } from "./idempotency";
import type { RequestAdmission } from "./request-admission";
import { requireNotTakenDown } from "./taken-down";

/** Runs an endpoint in the way that it declares (`run`), for a request that is authenticated and read. */
export async function runEndpoint(
  deps: Deps,
  endpoint: Endpoint,
  input: Input<unknown>,
  admission: RequestAdmission | undefined,
  { accept: acceptFiles }: UploadStore,
): Promise<Reply> {
  const { run } = endpoint;
  const withPassword = admission?.withPassword ?? ((work: () => Promise<Reply>) => work());
  if (run === "batch") {
    if (admission === undefined) throw new Error("a batcher needs a poll");
    return withPassword(() => submit(endpoint, input, admission.call(), deps));
  }
  if (run === "alone" || run === "public") {
    const admitted = admission && { ...input, ...(await admission.admit()) };
    return handleRequest(endpoint, admitted ?? input, deps);
  }
  const asks = endpoint.poll?.password !== "none" || endpoint.poll.restricted;
  const checkPassword = async () => {
    if (asks && input.header("X-SERVICE-POLL-PASSWORD") !== undefined) await admission?.admit();
  };
  if (run === "transaction") {
    const admit = () => admission?.admit() ?? Promise.resolve(undefined);
    return deps.holdKey(input.idempotent, async () => {
      await checkPassword();
      const prepared = await endpoint.prepare?.({ ...input, admit, acceptFiles }, deps);
      return withPassword(() =>
        answerInTransaction(endpoint, { ...input, prepared }, admission, deps),
      );
    });
  }
  await checkPassword();
  const read = async (db: ReadSnapshot): Promise<Reply> =>
    handleRequest(endpoint, { ...input, ...(await admission?.admitIn(db)) }, { ...deps, db });
  return withPassword(() =>
    inSpan(input.span, "snapshot", () =>
      inSnapshot(deps.db, read, { large: endpoint.large === true }),
    ),
  );
}

/** Submits a request to its batcher. Throws `PasswordNeeded`, as the admission of other requests does. */
async function submit(
  endpoint: Extract<Endpoint, { readonly run: "batch" }>,
  input: Input<unknown>,
  call: PollCall,
  deps: Deps,
): Promise<Reply> {
  const { poll: rule, reply } = endpoint;
  const idempotent = input.idempotent && { serialize: reply, ...input.idempotent };
  const language = supportedLanguage(call.languages);
  const request = { rule, call, cause: input, language, idempotent };
  const result = await endpoint.submit(request, input, deps);
  if (isReplay(result)) {
    await requireNotTakenDown(deps.db, call.pollHash);
    return result.reply;
  }
  if (!isUnwritten(result)) return reply(result);
  throw result.kind === "refused" ? result.refusal : new PasswordNeeded(result);
}

/** The body of an endpoint without a body: absent or an empty object. */
const noBody = z.strictObject({}).optional();

export type Handled = Exclude<Endpoint, { readonly run: "batch" }>;

/** Every body is checked: an endpoint without a body refuses every field. */
export function handleRequest(
  { body, handle }: Handled,
  input: PublicInput<unknown>,
  deps: unknown,
): Promise<Reply> {
  if (body === undefined) input.body.read(noBody);
  return (handle as Handle)(input, deps);
}

/** The router passes what the definition declares. */
type Handle = (input: PublicInput<unknown>, deps: unknown) => Promise<Reply>;

/** The change, its jobs and the reply stored for the `Idempotency-Key` share one transaction. */
async function answerInTransaction(
  endpoint: Handled,
  input: Input<unknown> & { readonly prepared: unknown },
  admission: RequestAdmission | undefined,
  deps: Pick<Deps, "db" | "rateLimiter" | "storedKeys" | "wakeRelay">,
): Promise<Reply> {
  const storedKeys = await deps.storedKeys();
  const rateLimiter = countingOnce(deps.rateLimiter);
  const work = async (tx: PrismaTransaction): Promise<Reply> => {
    causedBy(tx, input);
    const kept = input.idempotent && (await beginIdempotent(tx, input.idempotent));
    if (kept !== undefined) return kept;
    const context = await admission?.admitIn(tx);
    const full = { ...input, ...context, tx };
    const fresh = await handleRequest(endpoint, full, { ...deps, storedKeys, rateLimiter });
    if (input.idempotent !== undefined && fresh.unchanged !== true)
      await storeReply(tx, input.idempotent, fresh);
    return fresh;
  };
  const reply = await inSpan(input.span, "transaction", () => inTransaction(deps.db, work));
  deps.wakeRelay();
  return reply;
}
