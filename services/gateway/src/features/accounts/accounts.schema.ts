import { ignored, nameEntry } from "@polls/domain/input";
import { z } from "zod";
import { field, named, object } from "../../http/replies/schema-parts";
import { tokenKinds } from "../../identity/token";

const TokenInfo = named(
  "TokenInfo",
  "Facts about a token of the account, without the token itself.",
  {
    last_four: field.text("The last four characters of the token."),
    created_at: field.time("When the token was issued."),
  },
);

export const AccountResponse = named("Account", "The account that a private token acts for.", {
  id: field.text("Public id. Organizations add the account by it."),
  email: field.text("The e-mail address for signing in, in lower case."),
  name: field.text("The name that members of shared organizations see."),
  can_delete_participations: field.flag(
    "Whether admins of the account's polls may delete participants and votes of others.",
  ),
  can_take_payments: field.flag(
    "Whether the polls of the account may charge fees and sell votes. The operator of the service receives the money.",
  ),
  created_at: field.time("When the account was created."),
  tokens: object("The current tokens, by kind.", {
    private: TokenInfo.optional().describe("The token that acts as the account."),
    public: TokenInfo.optional().describe("The token for apps, which acts for anonymous users."),
  }),
});

export const UpdateAccountBody = named("UpdateAccount", "A change of the account.", {
  account: object("The fields to change. Absent fields stay the same.", {
    name: nameEntry().optional().describe("The name that members of shared organizations see."),
    ...ignored([
      "id",
      "email",
      "can_delete_participations",
      "can_take_payments",
      "created_at",
      "tokens",
    ]),
  }),
});

export const RotatedTokenResponse = named(
  "RotatedToken",
  "A new token, which replaces the old one.",
  {
    kind: z.enum(tokenKinds).describe("The kind of token that was replaced."),
    token: field.text("The new token. Only this response contains it."),
    last_four: field.text("The last four characters of the token."),
    created_at: field.time("When the token was issued."),
  },
);
