import { NotFound } from "@polls/domain/refusals";
import { reply } from "../../http/replies/reply";
import { endpoint, readEndpoint, writeEndpoint } from "../../http/routing/endpoint";
import { AccountResponse, RotatedTokenResponse, UpdateAccountBody } from "./accounts.schema";
import { accountOf, updateAccount } from "./own-account";
import { presentAccount, presentRotatedToken } from "./present-account";
import { rotateToken } from "./rotate-token";
import { tokenKinds } from "./token";

/** The account of a private token (docs/reference/accounts.md). */
export const accountEndpoints = [
  readEndpoint({
    path: "/api/v1/account",
    summary: "Show the account of the token",
    tag: "Account",
    auth: "private",
    responses: { 200: AccountResponse },
    handle: async ({ actor }, { db }) =>
      reply(200, presentAccount(await accountOf(db, actor.accountId))),
  }),
  writeEndpoint({
    method: "patch",
    path: "/api/v1/account",
    summary: "Change the account of the token",
    tag: "Account",
    auth: "private",
    body: UpdateAccountBody,
    responses: { 200: AccountResponse },
    handle: async ({ actor, body, tx }) =>
      reply(200, presentAccount(await updateAccount(tx, actor.accountId, body().account))),
  }),
  endpoint({
    method: "post",
    path: "/api/v1/account/tokens/:kind/rotate",
    summary: "Replace the private or the public token; the old one ends",
    tag: "Account",
    auth: "private",
    responses: { 201: RotatedTokenResponse },
    handle: async ({ actor: { accountId }, params, now }, deps) => {
      const kind = tokenKinds.find((each) => each === params.kind);
      if (kind === undefined) throw new NotFound("Page");
      return reply(201, presentRotatedToken(await rotateToken({ accountId, kind, now }, deps)));
    },
  }),
];
