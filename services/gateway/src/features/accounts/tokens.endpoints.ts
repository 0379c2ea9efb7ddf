import { z } from "zod";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import type { TokenKind, TokenScope } from "../../identity/token";
import {
  createNamedToken,
  deleteNamedToken,
  type NamedTokenRow,
  namedTokens,
  updateNamedToken,
} from "./named-tokens";
import { CreateTokenBody, NewTokenResponse, TokenResponse, UpdateTokenBody } from "./tokens.schema";

const endpoint = endpointsOf({ tag: "Account", auth: "private" });
const path = "/api/v1/account/tokens";

/** Named tokens of the account (docs/reference/accounts.md#named-tokens). */
export const tokenEndpoints = [
  endpoint({
    run: "snapshot",
    id: "account.tokens.list",
    path,
    summary: "List the named tokens of the account, newest first",
    description:
      "Lists the named tokens of the account. Expired tokens are listed until they are deleted.",
    responses: { 200: z.array(TokenResponse) },
    handle: async ({ actor }, { db }) =>
      reply(200, (await namedTokens(db, actor.accountId)).map(presentToken)),
  }),
  endpoint({
    run: "transaction",
    id: "account.tokens.create",
    method: "post",
    path,
    summary: "Create a named token",
    description:
      "Creates a token with a name, a scope and an optional expiry. Only this response contains the token.",
    recentSignIn: true,
    body: CreateTokenBody,
    responses: { 201: NewTokenResponse },
    handle: async ({ actor: { accountId }, body, tx, now }) => {
      const { expires_at: expiresAt, ...wanted } = body.read().token;
      const made = await createNamedToken(tx, {
        ...wanted,
        accountId,
        now,
        expiresAt: expiresAt ?? undefined,
      });
      return reply(201, { ...presentToken(made.row), token: made.token });
    },
  }),
  endpoint({
    run: "transaction",
    id: "account.tokens.update",
    method: "patch",
    path: `${path}/:id`,
    summary: "Change the name or the expiry of a named token",
    description:
      "Changes a named token. An expiry in some hours gives an app the time to switch to a new token.",
    recentSignIn: true,
    body: UpdateTokenBody,
    responses: { 200: TokenResponse },
    handle: async ({ actor: { accountId }, params, body, tx, now }) => {
      const { expires_at: expiresAt, ...change } = body.read().token;
      const token = { accountId, id: params.id, now };
      const { row, unchanged } = await updateNamedToken(tx, token, { ...change, expiresAt });
      return { ...reply(200, presentToken(row)), unchanged };
    },
  }),
  endpoint({
    run: "transaction",
    id: "account.tokens.delete",
    method: "delete",
    path: `${path}/:id`,
    summary: "Delete a named token",
    description: "Revokes a named token. Every process refuses it within a second.",
    responses: { 204: null },
    handle: async ({ actor: { accountId }, params, tx }) => {
      await deleteNamedToken(tx, { accountId, id: params.id });
      return reply(204);
    },
  }),
];

const presentToken = (row: NamedTokenRow): z.input<typeof TokenResponse> => ({
  id: row.publicId,
  name: row.name,
  kind: row.kind as TokenKind,
  scope: row.scope as TokenScope,
  last_four: row.lastFour,
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
