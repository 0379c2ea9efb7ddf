import { TooManyRequests } from "@polls/domain/refusals";
import { unavailable } from "../replies/problem";

/** Limits how many things are open at the same time in this process, in total and per holder. */
export interface Slots<Holder> {
  /** Throws the refusal of the limit that another slot of the holder would exceed. */
  readonly require: (holder: Holder) => void;
  /** Takes a slot, without a check. The result frees it; further calls change nothing. */
  readonly take: (holder: Holder) => () => void;
  readonly taken: () => number;
}

export interface SlotLimits {
  readonly ofHolder: number;
  readonly ofAll: number;
  readonly refuseHolder: () => Error;
  readonly refuseAll: () => Error;
}

/** Counts slots. A holder is a client or an account; it is compared like a key of a `Map`. */
export function createSlots<Holder>(limits: SlotLimits): Slots<Holder> {
  const takenBy = new Map<Holder, number>();
  let taken = 0;
  function free(holder: Holder): void {
    taken -= 1;
    const left = (takenBy.get(holder) ?? 0) - 1;
    if (left > 0) takenBy.set(holder, left);
    else takenBy.delete(holder);
  }
  return {
    require(holder) {
      if ((takenBy.get(holder) ?? 0) >= limits.ofHolder) throw limits.refuseHolder();
      if (taken >= limits.ofAll) throw limits.refuseAll();
    },
    take(holder) {
      taken += 1;
      takenBy.set(holder, (takenBy.get(holder) ?? 0) + 1);
      let isTaken = true;
      return () => {
        if (isTaken) free(holder);
        isTaken = false;
      };
    },
    taken: () => taken,
  };
}

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
