import { entry, ignored, momentInUtc } from "@polls/domain/input";
import { z } from "zod";
import { field, named, object } from "../../http/replies/schema-parts";
import { tokenKinds, tokenScopes } from "../../identity/token";

const name = entry().describe("The purpose of the token. Only its account reads it.");
const expiresAt = momentInUtc.optional();

const TokenScope = z
  .enum(tokenScopes)
  .meta({ id: "TokenScope", description: "What a token may do." });

export const CreateTokenBody = named("CreateToken", "A new named token.", {
  token: object("The token.", {
    name,
    kind: z
      .enum(tokenKinds)
      .describe("`private` acts as the account, `public` for the anonymous users of an app."),
    scope: z
      .enum(tokenScopes)
      .describe(
        "`read` may read. `vote` may also create, change and delete participants and votes. `manage` may do everything.",
      ),
    expires_at: expiresAt.describe("When the token expires. Default: never."),
  }),
});

export const UpdateTokenBody = named("UpdateToken", "A change of a named token.", {
  token: object("The fields to change. Absent fields stay the same.", {
    name: name.optional(),
    expires_at: expiresAt.describe(
      "When the token expires; null: never. A later expiry gives time to switch to a new token.",
    ),
    kind: z.enum(tokenKinds).optional().describe("The current value; it cannot be changed."),
    scope: z.enum(tokenScopes).optional().describe("The current value; it cannot be changed."),
    ...ignored(["id", "last_four", "last_used_at", "created_at"]),
  }),
});

const shared = {
  id: field.text("Public id of the token."),
  name: field.text("The purpose of the token."),
  kind: z
    .enum(tokenKinds)
    .describe("`private`: the token acts as the account. `public`: it acts for anonymous users."),
  scope: TokenScope,
  last_four: field.text("The last four characters of the token."),
  expires_at: field.time("When the token expires; null: never.").nullable(),
  last_used_at: field
    .time("When the token was last used, rounded to the hour; null: never.")
    .nullable(),
  created_at: field.time("When the token was created."),
};

export const TokenResponse = named("Token", "A named token, without the token itself.", shared);

export const NewTokenResponse = named("NewToken", "A new named token.", {
  ...shared,
  token: field.text("The token. Only this response contains it."),
});
