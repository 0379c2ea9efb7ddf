import { TooManyRequests } from "@polls/domain/refusals";
import { unavailable } from "../replies/problem";
import { createSlots } from "./slots";

/** Limits the uploads open at the same time (docs/reference/requests.md#open-uploads). */
export interface UploadSlots {
  /** Takes a slot for a client. The result frees it. Throws 429 or 503 if no slot is free. */
  readonly take: (client: string) => () => void;
}

const RETRY_AFTER_SECONDS = 5;

export function createUploadSlots(limits: {
  readonly open: number;
  readonly openOfClient: number;
}): UploadSlots {
  const slots = createSlots<string>({
    ofHolder: limits.openOfClient,
    ofAll: limits.open,
    refuseHolder: () => new TooManyRequests(RETRY_AFTER_SECONDS, "too_many_uploads"),
    refuseAll: () => unavailable("Too many uploads are open", RETRY_AFTER_SECONDS),
  });
  return {
    take(client) {
      slots.require(client);
      return slots.take(client);
    },
  };
}
