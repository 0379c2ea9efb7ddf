import type { Payment, PaymentList } from "@polls/client";
import { formatAmount } from "@polls/domain/payments";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { More, usePages } from "../parts/list/pages";
import { Quiet } from "../parts/show/button";
import { momentText } from "../parts/show/dates";
import { MoneyNotice } from "../parts/show/money-notice";
import { Row } from "../parts/show/row";
import type { PollContext } from "./poll-context";

const PER_PAGE = 20;

/** The payments and refunds of the poll; nothing where no money is asked for and none came. */
export function Payments({ context }: { readonly context: PollContext }) {
  const { words, client, hash } = context;
  const { payments: texts } = words;
  const totals = useSignal<PaymentList["totals"]>([]);
  const pages = usePages<Payment>({
    async read(page) {
      const { payments, ...list } = await client.payments.list({
        poll_id: hash,
        page,
        per_page: PER_PAGE,
      });
      totals.value = list.totals;
      // The response has no total.
      const isLast = payments.length < PER_PAGE;
      return { items: payments, total: isLast ? 0 : Number.POSITIVE_INFINITY };
    },
    keyOf: ({ id }) => id,
    textOf: problemText,
  });
  const { busy, problem, readFirst, reload } = pages;
  useEffect(() => void reload(), []);

  const known = pages.list.value;
  const { voting_fee_type, submission_fee_type } = context.poll.value.settings;
  const asksForMoney = (voting_fee_type ?? submission_fee_type) !== undefined;
  if (!asksForMoney && (known?.items.length ?? 0) === 0) return null;
  return (
    <>
      <h2>{texts.title}</h2>
      <Problem text={problem.value} />
      {context.payments?.refusal !== undefined && (
        <MoneyNotice payments={context.payments} email={context.account?.email} />
      )}
      {known === undefined && problem.value === undefined && (
        <p class="fine">{words.admin.loading}</p>
      )}
      {known?.items.length === 0 && <p class="fine">{texts.none}</p>}
      {totals.value.map(({ currency, paid, received, refunded }) => {
        const money = (amount: number) => formatAmount(amount, currency, words.locale);
        const facts = [
          [texts.paid, String(paid)],
          [texts.received, money(received)],
          [texts.refunded, money(refunded)],
          [texts.rest, money(received - refunded)],
        ] as const;
        return (
          <dl key={currency}>
            {facts.map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        );
      })}
      <ul class="rows">
        {known?.items.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} context={context} reload={readFirst} />
        ))}
      </ul>
      <p class="row">
        <Quiet disabled={busy.value} onClick={() => void reload()}>
          {words.actions.refresh}
        </Quiet>
        <More pages={pages} />
      </p>
    </>
  );
}

interface RowProps {
  readonly payment: Payment;
  readonly context: PollContext;
  readonly reload: () => Promise<void>;
}

function PaymentRow({ payment, context: { words, client, hash }, reload }: RowProps) {
  const { payments: texts } = words;
  const { id, kind, state, quantity, unit_amount, currency, rejection, credited } = payment;
  const { received, refunded, refund_failure, created_at, payer_name, payer_email } = payment;
  const payer = payer_name ?? payer_email;
  const asked = useSignal(false);
  const votes = useSignal<number | "all" | "wrong">("all");
  const money = (amount: number) => formatAmount(amount, currency, words.locale);
  const facts = [
    payer_name !== null && payer_email,
    momentText(created_at, words, "medium"),
    texts.states[state],
    kind === "votes" && unit_amount !== null && texts.votes(quantity, money(unit_amount)),
    received > 0 && `${texts.received}: ${money(received)}`,
    refunded > 0 && `${texts.refunded}: ${money(refunded)}`,
    rejection !== null && texts.rejections[rejection],
    refund_failure,
    asked.value && texts.asked,
  ];
  const isRefundable = state === "paid" && rejection === null && received > refunded;
  const mayRefund = (isRefundable || state === "refund_failed") && !asked.value;
  const takesSome = state === "paid" && kind === "votes" && unit_amount !== null && credited > 1;
  const some = takesSome && typeof votes.value === "number" ? votes.value : undefined;
  const back = some === undefined ? received - refunded : some * (unit_amount ?? 0);
  const name = [texts.kinds[kind], payer, money(received - refunded)]
    .filter((part) => part !== null)
    .join(", ");
  return (
    <Row
      title={payer === null ? texts.kinds[kind] : `${payer}: ${texts.kinds[kind]}`}
      facts={facts}
    >
      {mayRefund && (
        <div class="row">
          {takesSome && (
            <label class="field">
              {texts.some(credited)}{" "}
              <input
                type="number"
                min={1}
                max={credited}
                onInput={({ currentTarget: { valueAsNumber: number, validity } }) =>
                  (votes.value = votesIn(number, validity))
                }
              />
            </label>
          )}
          <Ask
            disabled={takesSome && votes.value === "wrong"}
            button={texts.refundLink}
            label={texts.refund(name)}
            title={texts.refundTitle(money(back))}
            text={texts.refundText}
            act={async () => {
              const refund = some === undefined ? {} : { refund: { votes: some } };
              await client.payments.refund({ poll_id: hash, id, body: refund });
              asked.value = true;
              await reload();
            }}
          />
        </div>
      )}
    </Row>
  );
}

/** An invalid number must not become a full refund. */
function votesIn(number: number, { valid, badInput }: ValidityState): number | "all" | "wrong" {
  if (!valid || badInput) return "wrong";
  return Number.isNaN(number) ? "all" : number;
}
