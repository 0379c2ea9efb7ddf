import { entry } from "@polls/domain/input";
import { z } from "zod";
import { tokenKinds } from "./token";

const TokenInfo = z
  .strictObject({
    last_four: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "TokenInfo" });

export const AccountResponse = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    can_delete_participations: z.boolean(),
    created_at: z.iso.datetime(),
    tokens: z.strictObject({ private: TokenInfo.optional(), public: TokenInfo.optional() }),
  })
  .meta({ id: "Account" });

export const UpdateAccountBody = z
  .strictObject({
    account: z.strictObject({ name: entry().optional() }),
  })
  .meta({ id: "UpdateAccount" });

export const RotatedTokenResponse = z
  .strictObject({
    kind: z.enum(tokenKinds),
    token: z.string().meta({ description: "The new token, in this answer and never again." }),
    last_four: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "RotatedToken" });
