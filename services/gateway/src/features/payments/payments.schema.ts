import { paymentKinds, paymentStateNames, rejections } from "@polls/domain/payments";
import { z } from "zod";
import { named } from "../../http/routing/schema-parts";

/** A payment for admins (docs/reference/payments.md#reading-payments). */
export const PaymentResponse = named("Payment", "A payment of a poll, for its admins.", {
  id: z.string().describe("Public id of the payment."),
  kind: z.enum(paymentKinds).describe("What is paid: bought votes, a fee or a donation."),
  state: z
    .enum([...paymentStateNames, "refund_failed"])
    .describe(
      "The state: `created` before a checkout, `open` during one, `expired` or `failed` after one without money; `paid`, `refunded`, `disputed` or `refund_failed` with money.",
    ),
  quantity: z.int().describe("The number of bought votes; 1 for a fee or donation."),
  unit_amount: z
    .int()
    .nullable()
    .describe(
      "The price of one unit, in the minor unit of the currency; null: the payer chooses the amount.",
    ),
  currency: z.string().describe("ISO 4217 code in lower case, such as `eur`."),
  received: z.int().describe("The received money, in the minor unit of the currency."),
  refunded: z.int().describe("The refunded money, in the minor unit of the currency."),
  credited: z.int().describe("How many units of `quantity` count now."),
  rejection: z
    .enum(rejections)
    .nullable()
    .describe("Why the money is refunded automatically; null: it is not."),
  inquiry: z
    .strictObject({
      opened_at: z.iso.datetime().describe("When the bank asked."),
      due_at: z.iso.datetime().nullable().describe("Until when it can be answered; or null."),
    })
    .nullable()
    .describe("An inquiry of the bank, which has taken no money; null: none is open."),
  refund_failure: z
    .string()
    .nullable()
    .describe("With `refund_failed`: the provider's reason why the payer got no money; or null."),
  ended_at: z
    .string()
    .nullable()
    .describe(
      "When another payment replaced this one, or its subject was deleted. It can no longer be paid. Null: neither happened.",
    ),
  voter_id: z.string().nullable().describe("The participant who pays; null: none."),
  payer_name: z
    .string()
    .nullable()
    .describe(
      "The name of this participant as admins see it; for a fee of an option the name of its author. Null: unknown.",
    ),
  payer_email: z.string().nullable().describe("The `optin_email` of this participant, or null."),
  option_id: z.string().nullable().describe("The option that is paid for or voted on; null: none."),
  vote_id: z.string().nullable().describe("The vote that is paid for; null: none."),
  created_at: z.iso.datetime().describe("When the payment was requested."),
  updated_at: z.iso.datetime().describe("When the payment was last changed."),
});

export const PaymentListResponse = named("PaymentList", "Payments of a poll and their sums.", {
  totals: z
    .array(
      named("PaymentTotals", "The sums of all payments of a poll in one currency.", {
        currency: z.string().describe("ISO 4217 code in lower case, such as `eur`."),
        payments: z.int().describe("The number of requested payments."),
        paid: z.int().describe("The number of payments with received money."),
        received: z.int().describe("The received money, in the minor unit of the currency."),
        refunded: z.int().describe("The refunded money, in the minor unit of the currency."),
        votes: z.int().describe("The number of bought votes that count."),
      }),
    )
    .describe("The sums over all pages, one entry for each currency."),
  payments: z.array(PaymentResponse).describe("The payments of the page, newest first."),
});

export const RefundBody = named("RefundPayment", "A refund of a payment.", {
  refund: z
    .strictObject({
      votes: z
        .int()
        .min(1)
        .nullish()
        .describe("The number of votes to refund. Default: all that are left."),
    })
    .nullish()
    .describe("What to refund. Default: everything that is left."),
});
