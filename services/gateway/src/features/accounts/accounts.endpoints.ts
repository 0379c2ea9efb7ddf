import { changesNothing } from "@polls/domain/input";
import { NotFound } from "@polls/domain/refusals";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import { tokenKinds } from "../../identity/token";
import { accountOf, presentAccount, rotateToken, updateAccount } from "./account";
import { AccountResponse, RotatedTokenResponse, UpdateAccountBody } from "./accounts.schema";

const endpoint = endpointsOf({ tag: "Account", auth: "private" });

/** The account of a private token (docs/reference/accounts.md). */
export const accountEndpoints = [
  endpoint({
    run: "snapshot",
    id: "account.show",
    path: "/api/v1/account",
    summary: "Show the account of the token",
    description: "Shows the account with its name, its address and facts about its tokens.",
    responses: { 200: AccountResponse },
    handle: async ({ actor }, { db }) =>
      reply(200, presentAccount(await accountOf(db, actor.accountId))),
  }),
  endpoint({
    run: "transaction",
    id: "account.update",
    method: "patch",
    path: "/api/v1/account",
    summary: "Change the account of the token",
    description: "Changes the name of the account.",
    body: UpdateAccountBody,
    responses: { 200: AccountResponse },
    handle: async ({ actor, body, tx }) => {
      const { name } = body.read().account;
      const before = await accountOf(tx, actor.accountId);
      const shown = presentAccount(await updateAccount(tx, actor.accountId, { name }));
      return { ...reply(200, shown), unchanged: changesNothing({ name }, before) };
    },
  }),
  endpoint({
    run: "alone",
    id: "account.tokens.rotate",
    method: "post",
    path: "/api/v1/account/tokens/:kind/rotate",
    summary: "Replace the private or the public token",
    description:
      "Issues a new token. Every process refuses the old token of that kind within a second. Only this response contains the new token, and it is not stored for an `Idempotency-Key`.",
    recentSignIn: true,
    responses: { 201: RotatedTokenResponse },
    handle: async ({ actor: { accountId }, params, now }, deps) => {
      const kind = tokenKinds.find((each) => each === params.kind);
      if (kind === undefined) throw new NotFound("Page");
      const { token, lastFour } = await rotateToken({ accountId, kind, now }, deps);
      return reply(201, { kind, token, last_four: lastFour, created_at: now.toISOString() });
    },
  }),
];
