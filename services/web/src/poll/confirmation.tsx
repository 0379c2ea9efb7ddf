import { useSignal } from "@preact/signals";
import type { Ballot } from "../ballot/ballot";
import { useRepeatedRead } from "../parts/repeated-read";
import type { Visit } from "../session/visit";

/** Says that the address waits for its confirmation, and notices it (docs/reference/opt-in.md). */
export function Confirmation({
  visit: { client, pollId, words },
  ballot,
}: {
  readonly visit: Visit;
  readonly ballot: Ballot;
}) {
  const { participant } = ballot;
  const waits = participant.value?.opt_in_confirmed === false;
  const isNoticed = useSignal(false);

  useRepeatedRead(waits ? participant.value?.id : undefined, async (id) => {
    const now = await client().participants.show({ poll_id: pollId, id });
    if (now.opt_in_confirmed !== true) return;
    participant.value = now;
    isNoticed.value = true;
    await ballot.reload();
  });

  return (
    <div role="status">
      {waits && <p class="notice">{words.participant.unconfirmed}</p>}
      {isNoticed.value && <p class="fine">{words.participant.confirmed}</p>}
    </div>
  );
}
