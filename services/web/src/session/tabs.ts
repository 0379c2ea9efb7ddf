import type { Participant } from "@polls/client";
import type { Signal } from "@preact/signals";
import { isFramed } from "./frame-session";

/**
 * Takes over the participant and the votes of other tabs. Returns what tells them that a vote has changed. Pages in
 * frames may have other visitors.
 * @param onJoinedElsewhere Called before another tab gives the visitor a participant.
 */
export function shareWithTabs(
  pollId: string,
  participant: Signal<Participant | undefined>,
  reload: () => Promise<void>,
  onJoinedElsewhere: () => void,
): () => void {
  if (isFramed) return () => undefined;
  const tabs = new BroadcastChannel(`votes of ${pollId}`);
  let isStale = false;
  const take = (): void => {
    if (!isStale || document.hidden) return;
    isStale = false;
    // The next change is told too.
    reload().catch(() => undefined);
  };
  tabs.onmessage = ({ data }): void => {
    isStale = true;
    if (participant.value === undefined) onJoinedElsewhere();
    participant.value ??= data;
    take();
  };
  document.addEventListener("visibilitychange", take);
  return () => tabs.postMessage(participant.value);
}
