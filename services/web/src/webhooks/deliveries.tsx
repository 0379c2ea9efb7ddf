import type { Webhook, WebhookDelivery } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { More, usePages } from "../parts/list/pages";
import { Quiet } from "../parts/show/button";
import { unbroken } from "../parts/show/dates";
import { Row } from "../parts/show/row";
import type { PageContext } from "../session/page-context";

interface Props {
  readonly webhook: Webhook;
  readonly context: PageContext;
  /** A changed number means that there is a new delivery. */
  readonly occasion: number;
}

/** The recent deliveries of a webhook, with their results. */
export function Deliveries({ webhook: { id, url, status }, context, occasion }: Props) {
  const { words, client } = context;
  const { webhooks: texts } = words;
  const open = useSignal(false);
  const pages = usePages<WebhookDelivery>({
    read: (page) => client.webhooks.deliveries.list.page({ id, page }),
    keyOf: (delivery) => delivery.id,
    textOf: problemText,
  });
  const { busy, problem, attempt, readFirst, reload } = pages;
  useEffect(() => {
    if (occasion > 0) open.value = true;
  }, [occasion]);
  useEffect(() => {
    if (open.value) void reload();
  }, [open.value, occasion]);

  const known = pages.list.value;
  return (
    <details
      class="under"
      open={open.value}
      onToggle={({ currentTarget }) => (open.value = currentTarget.open)}
    >
      <summary aria-label={texts.deliveriesOf(url)}>{texts.deliveries}</summary>
      <Problem text={problem.value} />
      {known?.total === 0 && <p class="fine">{texts.noDeliveries}</p>}
      <ul class="rows">
        {known?.items.map((delivery) => (
          <Row
            key={delivery.id}
            title={texts.events[delivery.event.type]}
            heading="h4"
            facts={factsOf(delivery, words)}
          >
            <Quiet
              disabled={busy.value || status === "off"}
              aria-label={texts.redeliver(texts.events[delivery.event.type])}
              onClick={() =>
                void attempt(async () => {
                  await client.webhooks.deliveries.redeliver({ id, delivery_id: delivery.id });
                  await readFirst();
                })
              }
            >
              {texts.redeliverLink}
            </Quiet>
          </Row>
        ))}
      </ul>
      <p class="row">
        <Quiet disabled={busy.value} onClick={() => void reload()}>
          {words.actions.refresh}
        </Quiet>
        <More pages={pages} />
      </p>
    </details>
  );
}

/** What was sent when, and what came of it. */
function factsOf(
  { status, attempts, response_status, problem, created_at, next_attempt_at }: WebhookDelivery,
  { webhooks: texts, locale }: PageContext["words"],
): readonly unknown[] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  return [
    unbroken(format.format(new Date(created_at))),
    texts.states[status],
    texts.attempts(attempts),
    response_status !== undefined && texts.answered(response_status),
    problem !== undefined && texts.problem(problem),
    next_attempt_at !== undefined && texts.next(format.format(new Date(next_attempt_at))),
  ];
}
