import { Pool, type PoolClient, type PoolConfig } from "pg";
import { endAtOnce, silent } from "./end-at-once";

/** Ends requests that wait for a silent database. */
export interface Interruptible {
  /** Ends all open connections and their statements, because the server may have dropped them. */
  interrupt(): void;
  /** While closed, a request for a connection fails immediately. Closing also interrupts. */
  setOpen(open: boolean): void;
}

/** The current connections of a pool, and counts of requests that waited for one. */
export interface PoolFigures {
  readonly size: number;
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  /** Requests that found no idle connection, and waited for a free or a new one. */
  readonly waits: number;
  readonly waitedSeconds: number;
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool that can end all connections together, and counts requests that wait for one. */
export class InterruptiblePool extends Pool implements Interruptible {
  readonly #connections = new Set<PoolClient>();
  #open = true;
  #waits = 0;
  #waitedMs = 0;

  constructor(config: PoolConfig) {
    super(config);
    this.on("connect", (client) => this.#connections.add(client));
    this.on("remove", (client) => this.#connections.delete(client));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback === undefined) {
      if (!this.#open) return Promise.reject(silent());
      return this.#isBusy() ? super.connect().finally(this.#beginWait()) : super.connect();
    }
    if (!this.#open) process.nextTick(callback, silent(), undefined, () => undefined);
    else if (this.#isBusy()) {
      const endWait = this.#beginWait();
      super.connect((...results) => {
        endWait();
        callback(...results);
      });
    } else super.connect(callback);
    return undefined;
  }

  get figures(): PoolFigures {
    const { totalCount, idleCount } = this;
    return {
      size: this.options.max,
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: this.waitingCount,
      waits: this.#waits,
      waitedSeconds: this.#waitedMs / 1_000,
    };
  }

  /** Whether the next request waits. */
  #isBusy(): boolean {
    return this.idleCount === 0 || this.waitingCount > 0;
  }

  #beginWait(): () => void {
    const began = performance.now();
    this.#waits++;
    return () => {
      this.#waitedMs += performance.now() - began;
    };
  }

  interrupt(): void {
    for (const client of this.#connections) endAtOnce(client, silent());
  }

  setOpen(open: boolean): void {
    this.#open = open;
    if (!open) this.interrupt();
  }
}
