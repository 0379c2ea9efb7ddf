import type { RequestClient, Webhook } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { problemText, useDeskAttempts } from "../parts/feedback/problem-text";
import { Check } from "../parts/form/check";
import { Field } from "../parts/form/field";
import { SavedField } from "../parts/form/saved-field";
import { submitting } from "../parts/form/submitting";
import { allItems } from "../parts/list/all-items";
import { useRead } from "../parts/list/use-read";
import { Quiet } from "../parts/show/button";
import { Copy } from "../parts/show/copy";
import { momentText } from "../parts/show/dates";
import { Row } from "../parts/show/row";
import type { PageContext } from "../session/page-context";
import { adminWords } from "../words/admin";
import { Deliveries } from "./deliveries";

type Events = NonNullable<
  Parameters<RequestClient["webhooks"]["create"]>[0]["body"]["webhook"]["events"]
>;

interface Props {
  readonly context: PageContext;
  /** The poll whose events are sent; undefined: all polls of the account. */
  readonly poll?: { readonly member_hash: string } | undefined;
  /** A description of their purpose, if they belong to neither the poll nor the account. */
  readonly text?: string;
}

const addressField = { name: "url", type: "url", required: true, maxLength: 2_048 } as const;

/** Webhooks of one poll, together with webhooks of all polls; or only webhooks of all polls. */
export function Webhooks({ context, poll, text }: Props) {
  const { words, client } = context;
  const { webhooks: texts } = words;
  const secret = useSignal<{ readonly url: string; readonly text: string } | undefined>(undefined);
  const { known, busy, problem, attempt, load, readAgain } = useRead(problemText, async () => {
    const all = await allItems(client.webhooks.list.all({}));
    return poll === undefined
      ? all
      : all.filter(({ poll_id = poll.member_hash }) => poll_id === poll.member_hash);
  });

  const create = (form: HTMLFormElement): Promise<void> =>
    attempt(async () => {
      const ofPoll = poll && { poll_id: poll.member_hash };
      const made = await client.webhooks.create({
        body: { webhook: { ...enteredIn(form), ...ofPoll } },
      });
      secret.value = { url: made.url, text: made.secret };
      form.reset();
      await readAgain();
    });

  return (
    <>
      <p>{text ?? (poll === undefined ? texts.textOfAll : texts.text)}</p>
      {known.value?.length === 0 && <p class="fine">{texts.none}</p>}
      <ul class="rows">
        {known.value?.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            {...{ webhook, context, reload: load }}
            isOfAll={poll !== undefined && webhook.poll_id === undefined}
            rolled={(text) => (secret.value = { url: webhook.url, text })}
          />
        ))}
      </ul>
      <div role="status">
        {secret.value !== undefined && (
          <>
            <p>{texts.secretText}</p>
            <Copy label={texts.secretOf(secret.value.url)} text={secret.value.text} />
          </>
        )}
      </div>
      <form class="card" onSubmit={submitting(create)}>
        <h3>{texts.add}</h3>
        <Field {...addressField} label={texts.url} placeholder="https://" autocomplete="off" />
        <EventBoxes chosen={undefined} />
        <Problem text={problem.value} />
        <button type="submit" disabled={busy.value}>
          {texts.addButton}
        </button>
      </form>
    </>
  );
}

function enteredIn(form: HTMLFormElement): { readonly url: string; readonly events: Events } {
  const data = new FormData(form);
  return { url: String(data.get("url")).trim(), events: data.getAll("events") as Events };
}

/** A checkbox for each event; by default all are ticked. */
function EventBoxes({ chosen }: { readonly chosen: readonly string[] | undefined }) {
  const { webhooks: texts } = adminWords.words();
  const { "webhook.test": _sentByHand, ...events } = texts.events;
  return (
    <fieldset class="entry events">
      <legend class="label">{texts.eventsTitle}</legend>
      {Object.entries(events).map(([event, text]) => (
        <Check
          key={event}
          label={text}
          name="events"
          value={event}
          defaultChecked={chosen?.includes(event) ?? true}
        />
      ))}
    </fieldset>
  );
}

interface RowProps {
  readonly webhook: Webhook;
  readonly context: PageContext;
  readonly reload: () => Promise<void>;
  /** Whether it is a webhook for all polls, shown on the page of one poll. */
  readonly isOfAll: boolean;
  readonly rolled: (secret: string) => void;
}

function WebhookRow({ webhook, context, reload, isOfAll, rolled }: RowProps) {
  const { words, client } = context;
  const { webhooks: texts } = words;
  const { id, url, status, switched_off_because: because, failing_since, events } = webhook;
  const deliveries = useSignal(0);
  const { busy, problem, attempt } = useDeskAttempts();
  return (
    <Row
      title={url}
      facts={[
        status === "on" ? texts.on : texts.off,
        because !== undefined && texts.because[because],
        failing_since !== undefined && texts.failing(momentText(failing_since, words, "medium")),
        isOfAll && texts.ofAll,
      ]}
    >
      <div class="row">
        <Quiet
          disabled={busy.value}
          aria-label={status === "on" ? texts.switchOff(url) : texts.switchOn(url)}
          onClick={() =>
            void attempt(async () => {
              const next = status === "on" ? "off" : "on";
              await client.webhooks.update({ id, body: { webhook: { status: next } } });
              await reload();
            })
          }
        >
          {status === "on" ? texts.switchOffLink : texts.switchOnLink}
        </Quiet>
        <Quiet
          disabled={busy.value || status === "off"}
          aria-label={texts.test(url)}
          onClick={() =>
            void attempt(async () => {
              await client.webhooks.test({ id });
              deliveries.value++;
            })
          }
        >
          {texts.testLink}
        </Quiet>
        <Ask
          button={texts.rollLink}
          title={texts.roll(url)}
          text={texts.rollText}
          act={async () => {
            const { secret } = await client.webhooks.secret.roll({ id });
            rolled(secret);
          }}
        />
        <Ask
          button={words.actions.delete}
          title={texts.remove(url)}
          text={texts.removeText}
          act={async () => {
            await client.webhooks.delete({ id });
            await reload();
          }}
        />
      </div>
      <Problem text={problem.value} />
      <details class="under">
        <summary aria-label={texts.change(url)}>{words.actions.change}</summary>
        <SavedField field="events">
          {(save) => (
            <form
              class="card"
              onSubmit={submitting((form) => {
                const webhook = enteredIn(form);
                void save(async () => {
                  await client.webhooks.update({ id, body: { webhook } });
                  await reload();
                });
              })}
            >
              <Field {...addressField} label={texts.url} defaultValue={url} />
              <EventBoxes chosen={events} />
              <button type="submit">{words.actions.save}</button>
            </form>
          )}
        </SavedField>
      </details>
      <Deliveries webhook={webhook} context={context} occasion={deliveries.value} />
    </Row>
  );
}
