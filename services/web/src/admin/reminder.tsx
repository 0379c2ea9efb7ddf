import { useSignal } from "@preact/signals";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import type { PollContext } from "./poll-context";

/** Reminds the invited people who have not answered. */
export function Reminder({ context: { words, client, hash } }: { readonly context: PollContext }) {
  const { reminders: texts } = words;
  const sent = useSignal<string | undefined>(undefined);
  const { busy, problem, attempt } = useAttempts((error) => problemText(error, words));
  const remind = () =>
    attempt(async () => {
      sent.value = undefined;
      const { recipients, reminders_left } = await client.reminders.send({ poll_id: hash });
      sent.value = texts.sent(recipients, reminders_left);
    });
  return (
    <div>
      <p>{texts.text}</p>
      <button type="button" class="quiet" disabled={busy.value} onClick={() => void remind()}>
        {texts.send}
      </button>
      <p role="status">{sent.value}</p>
      <Problem text={problem.value} />
    </div>
  );
}
