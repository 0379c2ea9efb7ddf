import type { ConnectedAccount } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { Field } from "../parts/form/field";
import { submitting } from "../parts/form/submitting";
import type { PageContext } from "../session/page-context";

/** The account at the payment provider that gets the money of the polls: its state, and the way to its setup. */
export function Receiving({
  context: { words, client },
  isConnected,
}: {
  readonly context: PageContext;
  readonly isConnected: boolean;
}) {
  const texts = words.account.payments;
  const known = useSignal<ConnectedAccount | undefined>(undefined);
  const { busy, problem, attempt } = useDeskAttempts(true);
  useEffect(() => {
    if (!isConnected) return;
    void attempt(async () => (known.value = await client.account.connectedAccount.show()));
  }, []);
  const account = known.value;
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">{texts.title}</h2>
      <p>{account === undefined ? texts.text : texts.states[account.state]}</p>
      <Problem text={problem.value} />
      {account?.state !== "ready" && (
        <form
          class="card"
          onSubmit={submitting((form) => {
            const entered = new FormData(form).get("country");
            const country = String(entered ?? "").toUpperCase();
            void attempt(async () => {
              const { url } = await client.account.connectedAccount.connect({
                body: { connected_account: country === "" ? {} : { country } },
              });
              location.assign(url);
            });
          })}
        >
          {account === undefined && (
            <Field
              label={texts.country}
              name="country"
              pattern="[A-Za-z]{2}"
              autocomplete="country"
            />
          )}
          <button type="submit" disabled={busy.value}>
            {account === undefined ? texts.connect : texts.goOn}
          </button>
        </form>
      )}
    </section>
  );
}
