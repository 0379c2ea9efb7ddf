import { useEffect } from "preact/hooks";
import { useRepeatedRead } from "../parts/page/repeated-read";
import type { Visit } from "./visit";

/** Reads the state of the poll again when the visitor comes back to the page, and regularly where others change what it shows. */
export function useRenewal({ data: { poll }, dates, pollId, renew, signUp }: Visit): void {
  useEffect(() => {
    document.addEventListener("visibilitychange", renew);
    return () => document.removeEventListener("visibilitychange", renew);
  }, [renew]);
  const takesPlaces = signUp !== undefined && poll.status !== "closed";
  // A date that was set can be called off, and another one set.
  const hasDecision = dates !== undefined && (poll.decided_at ?? poll.called_off_at) !== undefined;
  useRepeatedRead(takesPlaces || hasDecision ? pollId : undefined, async () => renew());
}
