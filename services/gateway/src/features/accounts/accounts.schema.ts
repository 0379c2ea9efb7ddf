import { entry } from "@polls/domain/input";
import { z } from "zod";
import { tokenKinds } from "./token";

const TokenInfo = z
  .strictObject({
    last_four: z.string().describe("The last four characters of the token."),
    created_at: z.iso.datetime().describe("When the token was issued."),
  })
  .meta({ id: "TokenInfo", description: "A token of the account, without the token itself." });

export const AccountResponse = z
  .strictObject({
    id: z.string().describe("Public id, by which organizations add the account."),
    email: z.string().describe("The e-mail address for signing in, in lower case."),
    name: z.string().describe("The name that members of shared organizations see."),
    can_delete_participations: z
      .boolean()
      .describe(
        "Whether admins of the account's polls may delete participants and votes of others.",
      ),
    can_take_payments: z
      .boolean()
      .describe(
        "Whether the account may make polls ask for money, which the operator of the service receives.",
      ),
    created_at: z.iso.datetime().describe("When the account was made."),
    tokens: z
      .strictObject({
        private: TokenInfo.optional().describe("The token that acts as the account."),
        public: TokenInfo.optional().describe(
          "The token for apps, which acts for anonymous users.",
        ),
      })
      .describe("The tokens that work now, by kind."),
  })
  .meta({ id: "Account", description: "The account that a private token acts for." });

export const UpdateAccountBody = z
  .strictObject({
    account: z
      .strictObject({
        name: entry().optional().describe("The name that members of shared organizations see."),
      })
      .describe("What changes; what is left out stays."),
  })
  .meta({ id: "UpdateAccount", description: "A change of the account." });

export const RotatedTokenResponse = z
  .strictObject({
    kind: z.enum(tokenKinds).describe("Which token was replaced."),
    token: z.string().describe("The new token, in this answer and never again."),
    last_four: z.string().describe("The last four characters of the token."),
    created_at: z.iso.datetime().describe("When the token was issued."),
  })
  .meta({ id: "RotatedToken", description: "A new token in place of the old one." });
