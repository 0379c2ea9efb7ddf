import { nameEntry } from "@polls/domain/input";
import { z } from "zod";
import { named, object } from "../../http/routing/schema-parts";
import { tokenKinds } from "../../identity/token";

const TokenInfo = named(
  "TokenInfo",
  "Facts about a token of the account, without the token itself.",
  {
    last_four: z.string().describe("The last four characters of the token."),
    created_at: z.iso.datetime().describe("When the token was issued."),
  },
);

export const AccountResponse = named("Account", "The account that a private token acts for.", {
  id: z.string().describe("Public id. Organizations add the account by it."),
  email: z.string().describe("The e-mail address for signing in, in lower case."),
  name: z.string().describe("The name that members of shared organizations see."),
  can_delete_participations: z
    .boolean()
    .describe("Whether admins of the account's polls may delete participants and votes of others."),
  can_take_payments: z
    .boolean()
    .describe(
      "Whether the polls of the account may charge fees and sell votes. The operator of the service receives the money.",
    ),
  created_at: z.iso.datetime().describe("When the account was created."),
  tokens: object("The current tokens, by kind.", {
    private: TokenInfo.optional().describe("The token that acts as the account."),
    public: TokenInfo.optional().describe("The token for apps, which acts for anonymous users."),
  }),
});

export const UpdateAccountBody = named("UpdateAccount", "A change of the account.", {
  account: object("The fields to change. Absent fields stay the same.", {
    name: nameEntry().optional().describe("The name that members of shared organizations see."),
  }),
});

export const RotatedTokenResponse = named(
  "RotatedToken",
  "A new token, which replaces the old one.",
  {
    kind: z.enum(tokenKinds).describe("The kind of token that was replaced."),
    token: z.string().describe("The new token. Only this response contains it."),
    last_four: z.string().describe("The last four characters of the token."),
    created_at: z.iso.datetime().describe("When the token was issued."),
  },
);
