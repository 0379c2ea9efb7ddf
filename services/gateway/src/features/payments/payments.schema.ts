import { paymentKinds, paymentStateNames, rejections } from "@polls/domain/payments";
import { z } from "zod";
import { dayWithAnonymity, field, named } from "../../http/replies/schema-parts";

/** A payment for admins (docs/reference/payments.md#reading-payments). */
export const PaymentResponse = named("Payment", "A payment of a poll, for its admins.", {
  id: field.text("Public id of the payment."),
  kind: z.enum(paymentKinds).describe("What is paid: bought votes, a fee or a donation."),
  state: z
    .enum([...paymentStateNames, "refund_failed"])
    .describe(
      "The state: `created` before a checkout, `open` during one, `expired` or `failed` after one without money; `paid`, `refunded`, `disputed` or `refund_failed` with money.",
    ),
  quantity: field.whole("The number of bought votes; 1 for a fee or donation."),
  unit_amount: field
    .whole(
      "The price of one unit, in the minor unit of the currency; null: the payer chooses the amount.",
    )
    .nullable(),
  currency: field.text("ISO 4217 code in lower case, such as `eur`."),
  received: field.whole("The received money, in the minor unit of the currency."),
  refunded: field.whole("The refunded money, in the minor unit of the currency."),
  credited: field.whole("How many units of `quantity` count now."),
  rejection: z
    .enum(rejections)
    .nullable()
    .describe("Why the money is refunded automatically; null: it is not."),
  inquiry: z
    .strictObject({
      opened_at: field.time("When the bank asked."),
      due_at: field.time("Until when it can be answered; or null.").nullable(),
    })
    .nullable()
    .describe("An inquiry of the bank, which has taken no money; null: none is open."),
  refund_failure: field
    .text("With `refund_failed`: the provider's reason why the payer got no money; or null.")
    .nullable(),
  ended_at: field
    .text(
      "When another payment replaced this one, or its subject was deleted. It can no longer be paid. Null: neither happened.",
    )
    .nullable(),
  voter_id: field.text("The participant who pays; null: none.").nullable(),
  payer_name: field
    .text(
      "The name of this participant as admins see it; for a fee of an option the name of its author. Null: unknown.",
    )
    .nullable(),
  payer_email: field.text("The `optin_email` of this participant, or null.").nullable(),
  option_id: field.text("The option that is paid for or voted on; null: none.").nullable(),
  vote_id: field.text("The vote that is paid for; null: none.").nullable(),
  created_at: field.time(dayWithAnonymity("When the payment was requested.", "payments")),
  updated_at: field.time(dayWithAnonymity("When the payment was last changed.", "payments")),
});

export const PaymentListResponse = named("PaymentList", "Payments of a poll and their sums.", {
  totals: z
    .array(
      named("PaymentTotals", "The sums of all payments of a poll in one currency.", {
        currency: field.text("ISO 4217 code in lower case, such as `eur`."),
        payments: field.whole("The number of requested payments."),
        paid: field.whole("The number of payments with received money."),
        received: field.whole("The received money, in the minor unit of the currency."),
        refunded: field.whole("The refunded money, in the minor unit of the currency."),
        votes: field.whole("The number of bought votes that count."),
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
