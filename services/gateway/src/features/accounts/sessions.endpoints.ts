import { z } from "zod";
import { reply } from "../../http/replies/reply";
import { field, named } from "../../http/replies/schema-parts";
import { pageSessionOf } from "../../http/routing/authenticate";
import { endpointsOf } from "../../http/routing/endpoint";
import { endOwnSession, ownSessions } from "./own-sessions";

const endpoint = endpointsOf({ tag: "Account", auth: "private" });
const path = "/api/v1/account/sessions";

const SessionResponse = named("Session", "A browser that is signed in to the account.", {
  id: field.text("Public id of the session."),
  browser: field
    .text("The browser and its system, such as `Firefox, Windows`; null: unknown.")
    .nullable(),
  current: field.flag("Whether the page that sends this request belongs to it."),
  created_at: field.time("When the browser signed in."),
  expires_at: field.time("When the session ends by itself."),
});

/** Browsers that are signed in (docs/reference/accounts.md#sessions). */
export const sessionEndpoints = [
  endpoint({
    run: "snapshot",
    id: "account.sessions.list",
    path,
    summary: "List the browsers that are signed in, newest first",
    description: "Lists the sessions of the account. An account has at most 50.",
    responses: { 200: z.array(SessionResponse) },
    handle: async ({ actor, credentials, now }, { db, config }) => {
      const current = pageSessionOf(credentials, config.keys, now);
      const sessions = await ownSessions(db, actor.accountId, now);
      return reply(
        200,
        sessions.map((session) => ({
          id: session.publicId,
          browser: session.browser,
          current: session.id === current,
          created_at: session.createdAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
        })),
      );
    },
  }),
  endpoint({
    run: "transaction",
    id: "account.sessions.delete",
    method: "delete",
    path: `${path}/:id`,
    summary: "End a session",
    description:
      "Signs one browser out. Every process refuses the tokens of its pages within a second. Tokens of programs stay valid.",
    responses: { 204: null },
    handle: async ({ actor: { accountId }, params, tx, now }, { authenticator }) => {
      await endOwnSession(tx, { accountId, publicId: params.id, now });
      authenticator.forget();
      return reply(204);
    },
  }),
];
