import { hasCode, NotFoundError } from "@polls/client";
import { useSignal } from "@preact/signals";
import { CardForm } from "../parts/form/card-form";
import type { Visit } from "../session/visit";

/** The form for the password of the poll. */
export function PasswordForm({
  visit,
  onRight,
}: {
  readonly visit: Visit;
  readonly onRight: () => unknown;
}) {
  const { client, pollId, password, words } = visit;
  const problem = useSignal<string | undefined>(undefined);

  async function check(text: string): Promise<void> {
    problem.value = undefined;
    try {
      const asking = client().with({ pollPassword: text });
      // Votes can be read with only the password; a jury or invitations are checked after it.
      await asking.votes.list({ poll_id: pollId, per_page: 1 }).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
      });
      password.value = text;
      await onRight();
    } catch (error) {
      problem.value = hasCode(error, "poll_password_wrong")
        ? words.password.wrong
        : visit.explain(error);
    }
  }

  return (
    <CardForm
      title={words.password.title}
      button={words.password.button}
      draft={`password form of ${pollId}`}
      send={(form) => check(String(form.get("password")))}
    >
      <label class="entry">
        {words.password.label}
        <input name="password" type="password" required maxLength={128} autocomplete="off" />
      </label>
      <p class="state failed" role="alert">
        {problem.value}
      </p>
    </CardForm>
  );
}
