import { ignored } from "@polls/domain/input";
import { connectedAccountStates } from "@polls/domain/payments";
import { z } from "zod";

export const ConnectAccountBody = z
  .strictObject({
    connected_account: z
      .strictObject({
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, { error: "must be a country like DE" })
          .nullish()
          .describe(
            "Where the owner lives or has a seat, as ISO 3166-1 code such as `DE`. Default: the country of the operator. It is fixed once the account is made.",
          ),
        ...ignored([
          ...(["state", "charges_enabled", "payouts_enabled", "url", "fee_percent"] as const),
          ...(["created_at", "updated_at"] as const),
        ]),
      })
      .optional()
      .describe("Facts for the new account."),
  })
  .meta({ id: "ConnectAccount", description: "The wish to receive money oneself." });

const shared = {
  state: z
    .enum(connectedAccountStates)
    .describe(
      "How far it is: `preparing` and `onboarding` before it is `ready`, `restricted` when it takes no payments any more, `refused` when the provider does not make it.",
    ),
  country: z
    .string()
    .nullable()
    .describe("The country that was asked for; null: that of the operator."),
  charges_enabled: z.boolean().describe("Whether the provider lets it take charges."),
  payouts_enabled: z.boolean().describe("Whether the provider pays its money out."),
  fee_percent: z
    .number()
    .nullable()
    .describe("What the operator keeps of each price; null: the operator has switched this off."),
  created_at: z.iso.datetime().describe("When it was asked for."),
  updated_at: z.iso.datetime().describe("When it changed last."),
};

/** A connected account for its owner (docs/reference/payments.md#connected-accounts). */
export const ConnectedAccountResponse = z.strictObject(shared).meta({
  id: "ConnectedAccount",
  description: "The account at the payment provider that gets the money of the account's polls.",
});

export const OnboardingResponse = z
  .strictObject({
    ...shared,
    url: z
      .string()
      .describe(
        "The page of the onboarding, which leads to the provider. It lets any visitor enter the details: keep it secret.",
      ),
  })
  .meta({ id: "Onboarding", description: "A connected account, and the way to finish it." });
