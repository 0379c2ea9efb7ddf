import { paymentKinds, paymentStateNames, rejections } from "@polls/domain/payments";
import { z } from "zod";

/** A payment for admins (docs/reference/payments.md#reading-payments). */
export const PaymentResponse = z
  .strictObject({
    id: z.string(),
    kind: z.enum(paymentKinds),
    state: z.enum(paymentStateNames),
    quantity: z.int(),
    unit_amount: z.int().nullable().describe("Minor unit; null: the payer names the amount"),
    currency: z.string(),
    received: z.int().describe("Minor unit: what arrived"),
    refunded: z.int().describe("Minor unit: what went back of it"),
    credited: z.int().describe("How many of `quantity` count now"),
    rejection: z.enum(rejections).nullable().describe("Why the money goes back by itself"),
    voter_id: z.string().nullable(),
    option_id: z.string().nullable(),
    vote_id: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Payment" });

export const PaymentListResponse = z
  .strictObject({
    totals: z.array(
      z.strictObject({
        currency: z.string(),
        payments: z.int().describe("All that were ever asked for"),
        paid: z.int(),
        received: z.int(),
        refunded: z.int(),
        votes: z.int().describe("Bought votes that count"),
      }),
    ),
    payments: z.array(PaymentResponse),
  })
  .meta({ id: "PaymentList" });

export const RefundBody = z
  .strictObject({
    refund: z
      .strictObject({
        votes: z.int().min(1).nullish().describe("How many votes; without it all that is left"),
      })
      .optional(),
  })
  .meta({ id: "RefundPayment" });
