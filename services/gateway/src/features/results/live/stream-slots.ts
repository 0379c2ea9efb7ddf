import { TooManyRequests } from "@polls/domain/refusals";
import type { LiveSettings } from "../../../config";
import type { ServerDeps } from "../../../deps";
import { unavailable } from "../../../http/replies/problem";
import { createSlots, type Slots } from "../../../http/uploads/slots";

const RETRY_AFTER_SECONDS = 10;

/** Limits the number of streams of a process, in total and per client. */
export type StreamSlots = Omit<Slots<string>, "taken">;

export function createStreamSlots(
  settings: LiveSettings,
  { closing, metrics }: Pick<ServerDeps, "closing" | "metrics">,
): StreamSlots {
  const refuseAll = () => unavailable("Too many result streams are open", RETRY_AFTER_SECONDS);
  const slots = createSlots<string>({
    ofHolder: settings.connectionsOfClient,
    ofAll: settings.connections,
    refuseHolder: () => new TooManyRequests(RETRY_AFTER_SECONDS, "too_many_streams"),
    refuseAll,
  });
  metrics.gather(["result_streams", "result_streams_limit"], async () => [
    { name: "result_streams", labels: {}, value: slots.taken() },
    { name: "result_streams_limit", labels: {}, value: settings.connections },
  ]);
  return {
    require(client) {
      slots.require(client);
      if (closing.aborted) throw refuseAll();
    },
    take: slots.take,
  };
}
