import { TooManyRequests } from "@polls/domain/refusals";
import { unavailable } from "../replies/problem";

/** Limits the uploads that are open at a time in this process (docs/reference/requests.md#open-uploads). */
export interface UploadSlots {
  /** Takes a slot of a client; the result gives it back. Throws 429 or 503 where none is left. */
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
      if (open >= most) throw unavailable("No more files can be taken now", RETRY_AFTER_SECONDS);
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
