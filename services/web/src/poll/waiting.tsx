import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useRepeatedRead } from "../parts/page/repeated-read";
import { dueWords } from "../words/fee-and-confirmation";
import type { DueProps } from "./fee";

/** The position of the visitor on the waiting list, and that it moved up (docs/reference/participants.md#places). */
export function Waiting({ visit: { client, pollId }, ballot: { participant, reload } }: DueProps) {
  const texts = dueWords.words();
  const { id, place, waiting_position: position } = participant.value ?? {};
  const waits = place === "waiting";
  const waited = useSignal(false);
  useEffect(() => {
    if (waits) waited.value = true;
  }, [waits]);
  useRepeatedRead(waits ? id : undefined, async (waiting) => {
    const now = await client().participants.show({ poll_id: pollId, id: waiting });
    if (now.waiting_position === participant.value?.waiting_position) return;
    participant.value = now;
    // Votes that were refused are no longer.
    if (now.place === "taken") await reload();
  });
  return (
    <div role="status">
      {position !== undefined && <p class="notice">{texts.waiting(position)}</p>}
      {waited.value && place === "taken" && <p class="notice">{texts.movedUp}</p>}
    </div>
  );
}
