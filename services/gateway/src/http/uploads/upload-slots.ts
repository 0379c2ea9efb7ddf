import { TooManyRequests } from "@polls/domain/refusals";
import { unavailable } from "../replies/problem";

/**
 * Limits the uploads that are open at the same time in this process
 * (docs/reference/requests.md#open-uploads).
 */
export interface UploadSlots {
  /** Takes a slot for a client. The result releases it. Throws 429 or 503 if no slot is free. */
  readonly take: (client: string) => () => void;
}

const RETRY_AFTER_SECONDS = 5;

export function createUploadSlots({
  open: most,
  openOfClient,
}: {
  readonly open: number;
  readonly openOfClient: number;
}): UploadSlots {
  const openOf = new Map<string, number>();
  let open = 0;
  return {
    take(client) {
      const own = openOf.get(client) ?? 0;
      if (own >= openOfClient) throw new TooManyRequests(RETRY_AFTER_SECONDS, "too_many_uploads");
      if (open >= most) throw unavailable("Too many uploads are open", RETRY_AFTER_SECONDS);
      open += 1;
      openOf.set(client, own + 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        open -= 1;
        const left = (openOf.get(client) ?? 1) - 1;
        if (left === 0) openOf.delete(client);
        else openOf.set(client, left);
      };
    },
  };
}
