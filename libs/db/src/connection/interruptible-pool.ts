import { Pool, type PoolClient, type PoolConfig } from "pg";
import { endAtOnce, silent } from "./end-at-once";

/** Ends what waits for a database that says nothing. */
export interface Interruptible {
  /** Ends the connections that are open, with their statements: they may be dead at the other end. */
  interrupt(): void;
  /** While closed, a request for a connection fails at once. Closing interrupts too. */
  setOpen(open: boolean): void;
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool whose connections can be ended together. */
export class InterruptiblePool extends Pool implements Interruptible {
  readonly #connections = new Set<PoolClient>();
  #open = true;

  constructor(config: PoolConfig) {
    super(config);
    this.on("connect", (client) => this.#connections.add(client));
    this.on("remove", (client) => this.#connections.delete(client));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback === undefined) return this.#open ? super.connect() : Promise.reject(silent());
    if (this.#open) super.connect(callback);
    else process.nextTick(callback, silent(), undefined, () => undefined);
    return undefined;
  }

  interrupt(): void {
    for (const client of this.#connections) endAtOnce(client, silent());
  }

  setOpen(open: boolean): void {
    this.#open = open;
    if (!open) this.interrupt();
  }
}
