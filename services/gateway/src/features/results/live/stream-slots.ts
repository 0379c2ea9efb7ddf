import { TooManyRequests } from "@polls/domain/refusals";
import type { LiveSettings } from "../../../config";
import type { Deps } from "../../../deps";
import { unavailable } from "../../../http/replies/problem";

const RETRY_AFTER_SECONDS = 10;

/** Limits the number of streams of a process, in total and per client. */
export interface StreamSlots {
  /** Throws if the client or the process is at its limit. */
  readonly require: (client: string) => void;
  readonly take: (client: string) => void;
  readonly free: (client: string) => void;
}

export function createStreamSlots(
  settings: LiveSettings,
  { closing, metrics }: Pick<Deps, "closing" | "metrics">,
): StreamSlots {
  const connectionsOf = new Map<string, number>();
  let connections = 0;
  metrics.gather(["result_streams", "result_streams_limit"], async () => [
    { name: "result_streams", labels: {}, value: connections },
    { name: "result_streams_limit", labels: {}, value: settings.connections },
  ]);
  return {
    require(client) {
      if ((connectionsOf.get(client) ?? 0) >= settings.connectionsOfClient) {
        throw new TooManyRequests(RETRY_AFTER_SECONDS, "too_many_streams");
      }
      if (closing.aborted || connections >= settings.connections) {
        throw unavailable("Too many result streams are open", RETRY_AFTER_SECONDS);
      }
    },
    take(client) {
      connections += 1;
      connectionsOf.set(client, (connectionsOf.get(client) ?? 0) + 1);
    },
    free(client) {
      connections -= 1;
      const left = (connectionsOf.get(client) ?? 0) - 1;
      if (left > 0) connectionsOf.set(client, left);
      else connectionsOf.delete(client);
    },
  };
}
