import { useSignal } from "@preact/signals";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { submitting } from "../parts/form/submitting";
import type { AdminWords } from "../words/admin";
import type { PollContext } from "./poll-context";

/** Reminds the invited people who have not answered. */
export function Reminder({ context: { words, client, hash } }: { readonly context: PollContext }) {
  const { reminders: texts } = words;
  const sent = useSignal<string | undefined>(undefined);
  const { busy, problem, attempt } = useDeskAttempts(words);
  const remind = (form: HTMLFormElement) =>
    attempt(async () => {
      sent.value = undefined;
      const body = { message: String(new FormData(form).get("message")) };
      const { recipients, reminders_left } = await client.reminders.send({ poll_id: hash, body });
      form.reset();
      sent.value = texts.sent(recipients, reminders_left);
    });
  return (
    <form class="card" onSubmit={submitting(remind)}>
      <p>{texts.text}</p>
      <MessageField words={words} />
      <button type="submit" class="quiet" disabled={busy.value}>
        {texts.send}
      </button>
      <p role="status">{sent.value}</p>
      <Problem text={problem.value} />
    </form>
  );
}

/** A sentence of the admin in a mail. */
export const MessageField = ({ words: { invitations: texts } }: { readonly words: AdminWords }) => (
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
