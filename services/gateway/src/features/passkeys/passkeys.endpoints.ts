import { ignored, nameEntry } from "@polls/domain/input";
import { z } from "zod";
import { reply } from "../../http/replies/reply";
import { field, named, object } from "../../http/replies/schema-parts";
import { pageSessionOf } from "../../http/routing/authenticate";
import { endpointsOf } from "../../http/routing/endpoint";
import { ownPasskeys, removePasskey, renamePasskey } from "./own-passkeys";

const endpoint = endpointsOf({ tag: "Account", auth: "private" });
const path = "/api/v1/account/passkeys";

const PasskeyAnswer = named("Passkey", "A passkey of the account, without its key.", {
  id: field.text("Public id of the passkey."),
  name: field.text("The name that the user has given it."),
  host: field.text("The host of the service at which it signs in."),
  last_used_at: field.time("When it last signed in; null: never.").nullable(),
  created_at: field.time("When it was added."),
});

const UpdatePasskeyBody = named("UpdatePasskey", "A change of a passkey.", {
  passkey: object("The fields to change.", {
    name: nameEntry().describe("The new name."),
    ...ignored(["id", "host", "last_used_at", "created_at"]),
  }),
});

type PasskeyRow = Awaited<ReturnType<typeof ownPasskeys>>[number];

const presentPasskey = ({
  publicId: id,
  name,
  host,
  lastUsedAt,
  createdAt,
}: PasskeyRow): z.input<typeof PasskeyAnswer> => ({
  id,
  name,
  host,
  last_used_at: lastUsedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});

/** Passkeys of the account (docs/reference/accounts.md#passkeys). Only pages add them. */
export const passkeyEndpoints = [
  endpoint({
    run: "snapshot",
    id: "account.passkeys.list",
    path,
    summary: "List the passkeys of the account, newest first",
    description: "Lists the passkeys of the account. An account has at most 20.",
    responses: { 200: z.array(PasskeyAnswer) },
    handle: async ({ actor }, { db }) => {
      const passkeys = await ownPasskeys(db, actor.accountId);
      return reply(200, passkeys.map(presentPasskey));
    },
  }),
  endpoint({
    run: "transaction",
    id: "account.passkeys.update",
    method: "patch",
    path: `${path}/:id`,
    summary: "Give a passkey another name",
    description:
      "Changes the name by which the account knows a passkey. Operators who must prove two factors can only do this on a page.",
    body: UpdatePasskeyBody,
    responses: { 200: PasskeyAnswer },
    handle: async ({ actor: { accountId }, credentials, params, body, tx, now }, { config }) => {
      const sessionId = pageSessionOf(credentials, config.keys, now);
      const change = { publicId: params.id, name: body.read().passkey.name };
      const { row, unchanged } = await renamePasskey(tx, { accountId, sessionId }, change, {
        config,
      });
      return { ...reply(200, presentPasskey(row)), unchanged };
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
    responses: { 204: null },
    handle: async ({ actor: { accountId }, credentials, params, tx, now }, { config }) => {
      const sessionId = pageSessionOf(credentials, config.keys, now);
      await removePasskey(tx, { accountId, sessionId }, params.id, { config });
      return reply(204);
    },
  }),
];
