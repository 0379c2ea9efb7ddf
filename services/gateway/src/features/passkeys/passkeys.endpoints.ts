import { z } from "zod";
import { reply } from "../../http/replies/reply";
import { pageSessionOf } from "../../http/routing/authenticate";
import { endpoint } from "../../http/routing/endpoint";
import { ownPasskeys, removePasskey } from "./own-passkeys";

const tag = "Account";
const path = "/api/v1/account/passkeys";

const PasskeyAnswer = z
  .strictObject({
    id: z.string().describe("Public id of the passkey."),
    name: z.string().describe("The name that the user has given it."),
    host: z.string().describe("The host of the service at which it signs in."),
    last_used_at: z.iso.datetime().nullable().describe("When it last signed in; null: never."),
    created_at: z.iso.datetime().describe("When it was added."),
  })
  .meta({ id: "Passkey", description: "A passkey of the account, without its key." });

/** Passkeys of the account (docs/reference/accounts.md#passkeys). Only pages add them. */
export const passkeyEndpoints = [
  endpoint({
    run: "snapshot",
    id: "account.passkeys.list",
    path,
    summary: "List the passkeys of the account, newest first",
    description: "Lists the passkeys of the account. An account has at most 20.",
    tag,
    auth: "private",
    responses: { 200: z.array(PasskeyAnswer) },
    handle: async ({ actor }, { db }) => {
      const passkeys = await ownPasskeys(db, actor.accountId);
      return reply(
        200,
        passkeys.map(({ publicId: id, name, host, lastUsedAt, createdAt }) => ({
          id,
          name,
          host,
          last_used_at: lastUsedAt?.toISOString() ?? null,
          created_at: createdAt.toISOString(),
        })),
      );
    },
  }),
  endpoint({
    run: "transaction",
    id: "account.passkeys.delete",
    method: "delete",
    path: `${path}/:id`,
    summary: "Remove a passkey",
    description:
      "Removes a passkey, which then no longer signs in. Browsers that it has signed in stay so. Operators who must prove two factors can only remove it on a page.",
    tag,
    auth: "private",
    responses: { 204: null },
    handle: async ({ actor: { accountId }, credentials, params, tx, now }, { config }) => {
      const sessionId = pageSessionOf(credentials, config.keys, now);
      await removePasskey(tx, { accountId, sessionId }, params.id ?? "", { config });
      return reply(204);
    },
  }),
];
