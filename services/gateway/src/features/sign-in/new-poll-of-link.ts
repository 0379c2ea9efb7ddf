import type { PathBelow } from "@polls/config";
import { findRole } from "@polls/db/accounts";
import type { Prisma } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import type { Actor } from "@polls/domain/access";
import { absentOrNull, errorsAt, isPlainText } from "@polls/domain/input";
import { readPollPassword } from "@polls/domain/polls";
import { type FieldErrors, Invalid, type ProblemSentence, Refusal } from "@polls/domain/refusals";
import { html } from "@polls/markup";
import { z } from "zod";
import type { Config } from "../../config";
import type { Deps } from "../../deps";
import type { Reply } from "../../http/replies/reply";
import { named } from "../../http/replies/schema-parts";
import type { Input } from "../../http/routing/endpoint";
import { depsForShard } from "../../http/routing/for-shard";
import {
  canonicalJson,
  findReply,
  fingerprintOf,
  idempotencyKey,
  replayOf,
  replyToKey,
} from "../../http/routing/idempotency";
import { bodyOf } from "../../http/routing/request-body";
import { runEndpoint } from "../../http/routing/run-endpoint";
import { replyToRefusal } from "../../http/server/error-handler";
import { openUploadStore } from "../../http/uploads/store-uploads";
import type { AppPage } from "../../pages/app-shell";
import { wordsIn } from "../../pages/languages";
import type { PageInput } from "../../pages/page-routes";
import type { HtmlPage, Redirect } from "../../pages/page-shell";
import { titledPart } from "../../pages/parts";
import { refusedPollPage } from "../home-pages/home.pages";
import { readNewPoll } from "../polls/create-poll";
import { createPollEndpoint } from "../polls/polls.endpoints";

/** Both are stored as texts until the link is used. */
const stored = z
  .string()
  .max(255)
  .refine((text) => isPlainText(text), "has invalid characters" satisfies ProblemSentence);

export const NewPollOfLink = named(
  "NewPollOfLink",
  "A poll that the page of a link creates, as `POST /api/v1/polls` does.",
  {
    body: z
      .record(z.string(), z.unknown())
      .describe(
        "The body of that request, without a password. The mail and the page name its title.",
      ),
    idempotency_key: absentOrNull(stored.min(1)).describe(
      "The `Idempotency-Key` of that request: several links with it create one poll.",
    ),
    organization_id: absentOrNull(stored).describe(
      "The organization that it will belong to, if the account is then a member. Default: the account itself.",
    ),
  },
);

/** A poll that waits for its link to be used. */
export interface SignInDraft {
  readonly title: string;
  readonly body: Prisma.JsonValue;
  readonly requestKey: string;
  readonly organizationPublicId: string | null;
}

/** The poll of a request, as its link keeps it. Throws 422 with the problems of form, before a mail is sent. */
export function draftOf(
  { body, idempotency_key, organization_id }: z.output<typeof NewPollOfLink>,
  config: Config,
): SignInDraft {
  try {
    const { draft, errors } = readNewPoll(body, config);
    if (Object.keys(errors).length > 0) throw new Invalid(errors);
    if (readPollPassword(body) !== undefined)
      throw new Invalid({ password: ["is not a known field"] });
    return {
      title: draft.title,
      body: body as Prisma.JsonObject,
      requestKey: idempotency_key ?? newPublicId(),
      organizationPublicId: organization_id ?? null,
    };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(errorsAt("new_poll.body", error.errors as FieldErrors));
  }
}

/** A browser that a link has just signed in. */
interface SignedInByLink {
  readonly linkId: bigint;
  readonly accountId: bigint;
  /** The page that asked for the link. */
  readonly returnPath: PathBelow | undefined;
  readonly draft: SignInDraft;
  /** The value of `Set-Cookie`. */
  readonly cookie: string;
}

/**
 * Creates the poll of a link, and leads to it. The link is used by now, and "Back" leads from it to the poll too. The
 * browser stays signed in if the poll is not created.
 */
export async function leadToNewPoll(
  input: PageInput,
  { linkId, accountId, returnPath: askedAt, draft, cookie }: SignedInByLink,
  deps: Deps,
): Promise<Redirect | HtmlPage | AppPage> {
  try {
    const returnPath = await createPollOfLink(input, accountId, draft, deps);
    // The poll is created, also if the link is deleted meanwhile, or cannot be changed.
    const forBack = { where: { id: linkId }, data: { returnPath } };
    await deps.db.prisma.signIn.updateMany(forBack).catch((err: unknown) => {
      deps.log.warn({ err }, "the link of a new poll does not lead on to it");
    });
    return { kind: "redirect", path: input.at(`${returnPath}${madeOf(draft)}`), cookie };
  } catch (error) {
    if (error instanceof Refusal) {
      const account = await deps.db.prisma.account.findUniqueOrThrow({
        where: { id: accountId },
        select: { id: true, email: true, name: true },
      });
      const path = askedAt?.startsWith("/polls/new") ? askedAt : "/polls/new";
      const refused = {
        title: draft.title,
        requestKey: draft.requestKey,
        path: input.at(path),
        error: replyToRefusal(error).body ?? {},
      };
      return refusedPollPage(input, { account, refused, cookie }, deps);
    }
    deps.log.error({ err: error }, "the poll of a link was not created");
    const { failed } = wordsIn(input.language).signIn.newPoll;
    const button = html`<p><a class="button" href="${input.at("/polls")}">${failed.button}</a></p>`;
    const page = { status: 503, language: input.language, context: draft.title, cookie } as const;
    return { ...page, icon: "warn", ...titledPart(failed, button) };
  }
}

/** The fragment by which the desk tells other tabs of the browser that their draft is this poll. Programs may send other keys. */
const madeOf = ({ requestKey }: Pick<SignInDraft, "requestKey">) =>
  /^[\w-]{1,64}$/.test(requestKey) ? (`#made-${requestKey}` as const) : "";

/** Sends the request that creates the poll, as the account. Returns the path of its page for admins. */
async function createPollOfLink(
  { language, clientAddress, now, requestId, span }: PageInput,
  accountId: bigint,
  { body, requestKey, organizationPublicId }: SignInDraft,
  deps: Deps,
): Promise<PathBelow> {
  const membership =
    organizationPublicId === null
      ? undefined
      : await findRole(deps.db, accountId, organizationPublicId);
  const actor: Actor =
    membership === undefined
      ? { kind: "user", accountId }
      : { kind: "organization_member", accountId, ...membership };
  const address = new URL(deps.config.baseUrl.url("/api/v1/polls"));
  const key = idempotencyKey(requestKey, {
    actor,
    method: "POST",
    path: address.pathname,
    keys: deps.config.keys.stored,
    rateLimiter: deps.rateLimiter,
  });
  const request = {
    actor,
    credentials: { authorization: undefined },
    params: {},
    query: address.searchParams,
    address: () => address,
    body: bodyOf(createPollEndpoint, body),
    uploads: [],
    header: (name: string) => (name === "Accept-Language" ? language : undefined),
    clientAddress,
    now,
    requestId,
    span,
    idempotent: key && { ...key, fingerprint: fingerprintOf(canonicalJson(body)) },
  } satisfies Input<unknown>;
  const created = await createOnce(request, deps);
  // Of a large response only the address was kept for its repetition.
  const poll = created.body as { readonly admin_hash: string } | undefined;
  return `/p/${poll?.admin_hash ?? created.resource?.split("/").at(-1)}/admin`;
}

/** Returns the reply of an earlier press of a link with the same key, on whichever shard it is. */
async function createOnce(request: Input<unknown>, deps: Deps): Promise<Reply> {
  const { idempotent } = request;
  if (idempotent !== undefined) {
    const kept = await findReply(idempotent, deps.shards.all());
    if (kept !== undefined) return replyToKey(replayOf(kept, idempotent));
  }
  const shard = await deps.shards.forNewPoll(idempotent?.scope);
  const chosen = await depsForShard(deps, shard);
  return runEndpoint(chosen, createPollEndpoint, request, undefined, openUploadStore(chosen));
}
