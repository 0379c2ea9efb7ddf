import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Ballot } from "../ballot/ballot";
import type { Visit } from "../session/visit";

const LOOK_EVERY_MS = 4_000;
/** Later, the visitor who comes back to the page is enough. */
const LOOKS = 150;

/** Says that the address waits for its confirmation, and notices it (docs/reference/opt-in.md). */
export function Confirmation({
  visit: { client, pollId, words },
  ballot,
}: {
  readonly visit: Visit;
  readonly ballot: Ballot;
}) {
  const { participant } = ballot;
  const id = participant.value?.id;
  const waits = participant.value?.opt_in_confirmed === false;
  const isNoticed = useSignal(false);

  useEffect(() => {
    if (!waits || id === undefined) return undefined;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const now = await client().participants.show({ poll_id: pollId, id });
      if (now.opt_in_confirmed !== true) return;
      participant.value = now;
      isNoticed.value = true;
      await ballot.reload();
    };
    // The next look may be answered.
    const tryToLook = (): void => void look().catch(() => undefined);
    let looks = 0;
    const timer = setInterval(() => {
      if (++looks === LOOKS) clearInterval(timer);
      tryToLook();
    }, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", tryToLook);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tryToLook);
    };
  }, [waits, id]);

  return (
    <div role="status">
      {waits && <p class="notice">{words.participant.unconfirmed}</p>}
      {isNoticed.value && <p class="fine">{words.participant.confirmed}</p>}
    </div>
  );
}
