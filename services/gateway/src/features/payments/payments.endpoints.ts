import { shownMoment } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import { PaymentListResponse, PaymentResponse, RefundBody } from "./payments.schema";
import { findPayment, type ListedPayment, listPayments, paymentTotals } from "./read-payments";
import { refundPayment } from "./refund-payment";

const PER_PAGE = 20;
const endpoint = endpointsOf({ tag: "Payments", auth: "private" });
const path = "/api/v1/polls/:poll_id/payments";
const poll = { param: "poll_id", password: "none", restricted: false, adminOnly: true } as const;

/** In anonymous polls moments are days, because a payment is as old as its vote. */
const presentFor =
  ({ settings }: Pick<Poll, "settings">) =>
  ({ payment, ...listed }: ListedPayment) => {
    const shown = (moment: Date) =>
      shownMoment(moment.toISOString(), settings.anonymize_voter_names);
    return {
      id: payment.publicId,
      kind: payment.kind,
      state: listed.refundFailure === undefined ? payment.state : ("refund_failed" as const),
      quantity: payment.quantity,
      unit_amount: payment.unitAmount ?? null,
      currency: payment.currency,
      received: payment.received,
      refunded: payment.refunded,
      credited: payment.credited,
      rejection: payment.rejection ?? null,
      inquiry:
        listed.inquiry === undefined
          ? null
          : {
              opened_at: shown(listed.inquiry.openedAt),
              due_at: listed.inquiry.dueAt?.toISOString() ?? null,
            },
      refund_failure: listed.refundFailure ?? null,
      ended_at: payment.endedAt === undefined ? null : shown(payment.endedAt),
      voter_id: listed.participantPublicId ?? null,
      payer_name: listed.payerName ?? null,
      payer_email: listed.payerEmail ?? null,
      option_id: listed.optionPublicId ?? null,
      vote_id: payment.votePublicId ?? null,
      created_at: shown(payment.createdAt),
      updated_at: shown(listed.updatedAt),
    };
  };

/** Payments of a poll, for admins (docs/reference/payments.md#reading-payments). */
export const paymentEndpoints = [
  endpoint({
    run: "snapshot",
    id: "payments.list",
    path,
    summary: "List the payments of a poll, newest first, and their sums",
    description: "Lists the payments of a poll, and the sums over all pages.",
    poll,
    query: pagingQuery(PER_PAGE),
    responses: { 200: PaymentListResponse },
    handle: async ({ poll, query, address }, { db }) => {
      const page = readPage(query, PER_PAGE);
      const { payments, total } = await listPayments(db, poll, page);
      const totals = await paymentTotals(db, poll);
      const body = { totals, payments: payments.map(presentFor(poll)) };
      return reply(200, body, pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "transaction",
    id: "payments.refund",
    method: "post",
    path: `${path}/:id/refund`,
    summary: "Refund a payment, or some of its votes",
    description:
      "Refunds a payment, or some of its votes. If the provider refused a refund, it is sent again. A job of the payment worker sends the money. The votes stop counting when the provider has accepted the refund.",
    poll: { ...poll, lock: "shared" },
    body: RefundBody.optional(),
    responses: { 202: PaymentResponse },
    handle: async ({ poll, params, body, tx, now }) => {
      const publicId = params.id;
      const votes = body.read()?.refund?.votes ?? undefined;
      await refundPayment(tx, { poll, publicId, votes, now });
      return reply(202, presentFor(poll)(await findPayment(tx, poll, publicId)));
    },
  }),
];
