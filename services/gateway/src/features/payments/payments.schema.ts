import { paymentKinds, paymentStateNames, rejections } from "@polls/domain/payments";
import { z } from "zod";

/** A payment for admins (docs/reference/payments.md#reading-payments). */
export const PaymentResponse = z
  .strictObject({
    id: z.string().describe("Public id of the payment."),
    kind: z.enum(paymentKinds).describe("What is paid for: bought votes, a fee or a donation."),
    state: z
      .enum(paymentStateNames)
      .describe(
        "How far it is: `created` before a checkout, `open` in one, `expired` or `failed` after one without money; `paid`, `refunded` or `disputed` with money.",
      ),
    quantity: z.int().describe("How many votes are bought; 1 for a fee or donation."),
    unit_amount: z
      .int()
      .nullable()
      .describe(
        "The price of one, in the minor unit of the currency; null: the payer names the amount.",
      ),
    currency: z.string().describe("ISO 4217 code in lower case, such as `eur`."),
    received: z.int().describe("What arrived, in the minor unit of the currency."),
    refunded: z.int().describe("What went back of it, in the minor unit of the currency."),
    credited: z.int().describe("How many of `quantity` count now."),
    rejection: z
      .enum(rejections)
      .nullable()
      .describe("Why the money goes back by itself; null: it does not."),
    voter_id: z.string().nullable().describe("The participant who pays, if there is one."),
    payer_name: z
      .string()
      .nullable()
      .describe(
        "The name of that participant, as admins read it; of a fee for an option the name of its author. Null: none is known.",
      ),
    payer_email: z.string().nullable().describe("The `optin_email` of that participant, or null."),
    option_id: z
      .string()
      .nullable()
      .describe("The option that is paid for or voted on, if there is one."),
    vote_id: z.string().nullable().describe("The vote that is paid for, if there is one."),
    created_at: z.iso.datetime().describe("When the payment was asked for."),
    updated_at: z.iso.datetime().describe("When the payment changed last."),
  })
  .meta({ id: "Payment", description: "A payment of a poll, for its admins." });

export const PaymentListResponse = z
  .strictObject({
    totals: z
      .array(
        z
          .strictObject({
            currency: z.string().describe("ISO 4217 code in lower case, such as `eur`."),
            payments: z.int().describe("How many payments were ever asked for."),
            paid: z.int().describe("How many payments brought money."),
            received: z.int().describe("What arrived, in the minor unit of the currency."),
            refunded: z.int().describe("What went back of it, in the minor unit of the currency."),
            votes: z.int().describe("How many bought votes count."),
          })
          .meta({ id: "PaymentTotals", description: "All payments of a poll in one currency." }),
      )
      .describe("The sums of all pages, one entry for each currency."),
    payments: z.array(PaymentResponse).describe("The payments of the page, newest first."),
  })
  .meta({ id: "PaymentList", description: "Payments of a poll and their sums." });

export const RefundBody = z
  .strictObject({
    refund: z
      .strictObject({
        votes: z
          .int()
          .min(1)
          .nullish()
          .describe("How many votes to refund; left out: all that is left."),
      })
      .optional()
      .describe("What to refund; left out: all that is left."),
  })
  .meta({ id: "RefundPayment", description: "A refund of a payment." });
