import { ignored } from "@polls/domain/input";
import { connectedAccountStates } from "@polls/domain/payments";
import { z } from "zod";
import { field, named } from "../../http/replies/schema-parts";

export const ConnectAccountBody = named("ConnectAccount", "The request to connect an account.", {
  connected_account: z
    .strictObject({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, { error: "must be a country like DE" })
        .nullish()
        .describe(
          "The country of residence or registered office of the owner, as an ISO 3166-1 code such as `DE`. Default: the country of the operator. Once the account is created, it can change only after the account was disconnected.",
        ),
      ...ignored([
        ...(["state", "charges_enabled", "payouts_enabled", "refusal", "url"] as const),
        ...(["fee_percent", "created_at", "updated_at"] as const),
      ]),
    })
    .nullish()
    .describe("Facts for the new account."),
});

const shared = {
  state: z
    .enum(connectedAccountStates)
    .describe(
      "The state. `preparing` and `onboarding` come before `ready`. `restricted`: it can no longer accept payments. `refused`: the provider did not create it.",
    ),
  country: field.text("The requested country; null: that of the operator.").nullable(),
  charges_enabled: field.flag("Whether the provider lets the account accept charges."),
  payouts_enabled: field.flag("Whether the provider pays out the money of the account."),
  refusal: field
    .text(
      "Why the provider refused a payment to the account although it reports the account as ready; null: it did not. `POST` tries again.",
    )
    .nullable(),
  fee_percent: field
    .number(
      "The percentage of each price that the operator keeps; null: the operator has switched connected accounts off.",
    )
    .nullable(),
  created_at: field.time("When the account was requested."),
  updated_at: field.time("When the account was last changed."),
};

/** A connected account for its owner (docs/reference/payments.md#connected-accounts). */
export const ConnectedAccountResponse = named(
  "ConnectedAccount",
  "The account at the payment provider that gets the money of the account's polls.",
  shared,
);

export const OnboardingResponse = named(
  "Onboarding",
  "A connected account, and the link to finish its onboarding.",
  {
    ...shared,
    url: field.text(
      "The onboarding page, which leads to the provider. Any visitor can enter the details there, so keep it secret.",
    ),
  },
);
