import { useSignal } from "@preact/signals";
import { useAttempts } from "../parts/feedback/attempt";
import { useRepeatedRead } from "../parts/page/repeated-read";
import { Quiet } from "../parts/show/button";
import type { Visit } from "../session/visit";
import { dueWords } from "../words/fee-and-confirmation";
import type { DueProps } from "./fee";

/** Says that the address waits for its confirmation, and notices it (docs/reference/opt-in.md). */
export function Confirmation({ visit, ballot: { participant, reload } }: DueProps) {
  const texts = dueWords.words();
  const { client, data, pollId } = visit;
  const waitingId =
    participant.value?.opt_in_confirmed === false ? participant.value.id : undefined;
  const isNoticed = useSignal(false);

  useRepeatedRead(waitingId, async (id) => {
    const now = await client().participants.show({ poll_id: pollId, id });
    if (now.opt_in_confirmed !== true) return;
    participant.value = now;
    isNoticed.value = true;
    await reload();
  });

  return (
    <>
      <div role="status">
        {waitingId !== undefined && (
          <p class="notice">{texts.unconfirmed(participant.value?.optin_email)}</p>
        )}
        {isNoticed.value && <p class="fine">{texts.confirmed}</p>}
      </div>
      {waitingId !== undefined && data.poll.status === "active" && (
        <MailAgain visit={visit} id={waitingId} />
      )}
    </>
  );
}

/** Sends the mail with the link again (docs/reference/opt-in.md#asking-again). */
function MailAgain({
  visit: { client, explain, pollId },
  id,
}: {
  readonly visit: Visit;
  readonly id: string;
}) {
  const texts = dueWords.words();
  const isSent = useSignal(false);
  const { busy, problem, attempt } = useAttempts(explain);
  const send = (): Promise<void> =>
    attempt(async () => {
      isSent.value = false;
      await client().participants.optIn.resend({ poll_id: pollId, id, body: {} });
      isSent.value = true;
    });
  return (
    <div class="ways">
      <Quiet disabled={busy.value} onClick={() => void send()}>
        {texts.mailAgain}
      </Quiet>
      <span class={`state ${problem.value === undefined ? "saved" : "failed"}`} role="status">
        {problem.value ?? (isSent.value && texts.mailedAgain)}
      </span>
    </div>
  );
}
