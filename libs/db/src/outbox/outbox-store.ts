import type { Db } from "../connection/connect";
import { operatorStore } from "./operator-store";
import { relayStore } from "./relay-store";
import type { OutboxStore } from "./store";
import { workerStore } from "./worker-store";

/** The outbox of a database (docs/adr/0001-jobs-leave-through-an-outbox.md). */
export const outboxStore = ({ pipelined }: Pick<Db, "pipelined">): OutboxStore => ({
  ...relayStore(pipelined),
  ...workerStore(pipelined),
  ...operatorStore(pipelined),
});
