import { entry, ignored } from "@polls/domain/input";
import { z } from "zod";
import { tokenKinds, tokenScopes } from "./token";

const name = entry().describe("What the token is for; only its account reads it.");
const expiresAt = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullable()
  .optional();

const TokenScope = z
  .enum(tokenScopes)
  .meta({ id: "TokenScope", description: "What a token may do." });

export const CreateTokenBody = z
  .strictObject({
    token: z
      .strictObject({
        name,
        kind: z
          .enum(tokenKinds)
          .describe("`private` acts as the account, `public` for the anonymous users of an app."),
        scope: z
          .enum(tokenScopes)
          .describe(
            "`read` reads, `vote` also casts votes and registers participants, `manage` does all.",
          ),
        expires_at: expiresAt.describe("When the token ends by itself. Default: never."),
      })
      .describe("The token."),
  })
  .meta({ id: "CreateToken", description: "A new named token." });

export const UpdateTokenBody = z
  .strictObject({
    token: z
      .strictObject({
        name: name.optional(),
        expires_at: expiresAt.describe(
          "When the token ends by itself; null: never. An end of the old token leaves time to move to a new one.",
        ),
        kind: z.enum(tokenKinds).optional().describe("As it is; it cannot be changed."),
        scope: z.enum(tokenScopes).optional().describe("As it is; it cannot be changed."),
        ...ignored(["id", "last_four", "last_used_at", "created_at"]),
      })
      .describe("What changes; what is left out stays."),
  })
  .meta({ id: "UpdateToken", description: "A change of a named token." });

const shared = {
  id: z.string().describe("Public id of the token."),
  name: z.string().describe("What the token is for."),
  kind: z.enum(tokenKinds).describe("Whom the token acts for."),
  scope: TokenScope,
  last_four: z.string().describe("The last four characters of the token."),
  expires_at: z.iso.datetime().nullable().describe("When the token ends by itself; null: never."),
  last_used_at: z.iso
    .datetime()
    .nullable()
    .describe("When the token was used, to the hour; null: not yet."),
  created_at: z.iso.datetime().describe("When the token was made."),
};

export const TokenResponse = z
  .strictObject(shared)
  .meta({ id: "Token", description: "A named token, without the token itself." });

export const NewTokenResponse = z
  .strictObject({
    ...shared,
    token: z.string().describe("The token, in this answer and never again."),
  })
  .meta({ id: "NewToken", description: "A named token as it is made." });
