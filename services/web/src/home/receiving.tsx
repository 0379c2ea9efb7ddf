import type { ConnectedAccount } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
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
  const { busy, problem, attempt } = useAttempts((error) => problemText(error, words), true);
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
          onSubmit={(event) => {
            event.preventDefault();
            const entered = new FormData(event.currentTarget).get("country");
            const country = String(entered ?? "").toUpperCase();
            void attempt(async () => {
              const { url } = await client.account.connectedAccount.connect({
                body: { connected_account: country === "" ? {} : { country } },
              });
              location.assign(url);
            });
          }}
        >
          {account === undefined && (
            <label class="entry">
              {texts.country}
              <input name="country" type="text" pattern="[A-Za-z]{2}" autocomplete="country" />
            </label>
          )}
          <button type="submit" disabled={busy.value}>
            {account === undefined ? texts.connect : texts.goOn}
          </button>
        </form>
      )}
    </section>
  );
}
