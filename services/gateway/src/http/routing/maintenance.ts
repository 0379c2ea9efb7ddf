import type { Deps } from "../../deps";
import { Problem } from "../replies/problem";

/** The time after which clients may try again, as a client cannot know when the maintenance ends. */
const RETRY_AFTER_SECONDS = "60";

/** For an operator who gives no sentence. */
export const usualSentence = "The service is being maintained; nothing can be changed at present";

/** Throws 503 for a request that changes something during maintenance (docs/reference/requests.md#maintenance). */
export function requireNoMaintenance({ serviceState }: Pick<Deps, "serviceState">): void {
  const { maintenance } = serviceState.current();
  if (maintenance === undefined) return;
  const sentence = maintenance.sentence ?? usualSentence;
  throw new Problem(503, sentence, "maintenance", { "Retry-After": RETRY_AFTER_SECONDS });
}
