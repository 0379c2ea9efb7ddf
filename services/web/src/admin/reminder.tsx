import type { Reminder as NextReminder } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { adminWords } from "../words/admin";
import type { PollContext } from "./poll-context";

/** Reminds the invited people who have not answered, after it has said how many they are. */
export function Reminder({
  context: { words, client, hash },
  invitations,
}: {
  readonly context: PollContext;
  /** The list of invitations: when it is read again, the people are counted again. */
  readonly invitations: unknown;
}) {
  const { reminders: texts } = words;
  const next = useSignal<NextReminder | undefined>(undefined);
  const sent = useSignal<string | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const { problem, attempt } = useDeskAttempts();
  useEffect(() => {
    void attempt(async () => {
      next.value = await client.reminders.show({ poll_id: hash });
    });
  }, [invitations]);
  async function remind(): Promise<void> {
    if (form.current === null) return;
    sent.value = undefined;
    const body = { message: String(new FormData(form.current).get("message")) };
    next.value = await client.reminders.send({ poll_id: hash, body });
    form.current.reset();
    sent.value = texts.sent(next.value.recipients, next.value.reminders_left);
  }
  const { recipients = 1, reminders_left: left = 1 } = next.value ?? {};
  const { too_many_reminders, all_answered } = words.errors;
  const none = left === 0 ? too_many_reminders : recipients === 0 ? all_answered : undefined;
  return (
    <div class="card">
      <p>{texts.text}</p>
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <MessageField />
      </form>
      <Ask
        button={texts.send}
        look="change"
        disabled={none !== undefined || next.value === undefined}
        text={texts.ask(recipients, left)}
        confirm={texts.confirm(recipients)}
        act={remind}
      />
      <p role="status">{sent.value ?? none}</p>
      <Problem text={problem.value} />
    </div>
  );
}

/** A sentence of the admin in a mail. */
export function MessageField() {
  const { invitations: texts } = adminWords.words();
  return (
    <details>
      <summary>{texts.message}</summary>
      <label class="entry">
        <textarea
          name="message"
          aria-label={texts.message}
          rows={2}
          maxLength={500}
          autocomplete="off"
        />
        <small>{texts.messageText}</small>
      </label>
    </details>
  );
}
