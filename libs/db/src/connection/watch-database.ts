import { Client, type ClientConfig } from "pg";
import { timeoutWhileAwake } from "./awake-timeout";
import { endAtOnce, silent } from "./end-at-once";
import type { Interruptible } from "./interruptible-pool";
import { meansSilence } from "./unavailable";

/** The clock and the connectivity of the database of a process (docs/adr/0019-one-clock.md). */
export interface DatabaseWatch {
  /** The time of the database. Before its first response, the time of this machine. */
  now(): Date;
  /** How far the clock of this machine is ahead of the database's, in milliseconds. */
  clockLeadMs(): number;
  /** Whether the last query was answered by a server of the wanted kind. Requests and pools do not delay it. */
  answers(): boolean;
  /** Resolves with the first response, or after two seconds without one. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

/** The wanted kind of server: one that accepts writes, or any. */
export type WatchedServer = "primary" | "any";

/** The times of a watch in milliseconds; tests set smaller ones. */
export interface WatchTimes {
  /** Between a response and the next query. */
  readonly everyMs: number;
  /** For a response on the connection of the watch. */
  readonly answerMs: number;
  /** For a new connection and its first response, while the old connection is silent. */
  readonly freshMs: number;
  /** Between two attempts to connect while the database is silent. */
  readonly retryMs: number;
}

const defaultTimes: WatchTimes = { everyMs: 1_000, answerMs: 2_000, freshMs: 1_500, retryMs: 300 };
const STARTED_MS = 2_000;
/** A response that took longer than this is less exact than an older one. */
const EXACT_MS = 50;
const EXACT_FOR_MS = 10_000;

/** A standby, or a server that is read-only, as an old primary may be. */
class WritesRefused extends Error {
  override readonly message = "a server that refuses writes answered in place of the primary";
}

/** The time of the database at a moment of `performance.now()`. */
interface Reading {
  readonly databaseMs: number;
  readonly at: number;
}

/**
 * Queries the time of the database once a second, on its own connection. If neither this connection nor a new one gets
 * a response, the network is silent: all connections end, and requests fail immediately until the database answers
 * (docs/reliability.md#silent-links). If only the old connection is silent, all connections end and are replaced. They
 * also end if a server that refuses writes answers: new ones may reach the next primary, or take writes again
 * (docs/reliability.md#standbys-and-poolers).
 */
export function watchDatabase(
  config: ClientConfig,
  pools: Iterable<Interruptible>,
  times: WatchTimes = defaultTimes,
  wanted: WatchedServer = "primary",
): DatabaseWatch {
  let reading: Reading | undefined;
  let asking: Client | undefined;
  let closed = false;
  /** Times of `performance.now()`. */
  let answeredAt = 0;
  let failedAt = 0;
  let wake = () => {};
  const clients = new Set<Client>();
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, STARTED_MS);
    start = () => {
      clearTimeout(timer);
      resolve();
    };
  });

  const now = () =>
    reading === undefined
      ? new Date()
      : new Date(reading.databaseMs + performance.now() - reading.at);

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  function end(client: Client): void {
    clients.delete(client);
    if (asking === client) asking = undefined;
    endAtOnce(client, silent());
  }

  /** Queries the time. A connection that fails or is silent is ended. */
  async function ask(client: Client, withinMs: number, connects: boolean): Promise<void> {
    clients.add(client);
    const began = performance.now();
    let expire = () => {};
    const expired = new Promise<never>((_, reject) => {
      expire = () => reject(new Error("timeout expired"));
    });
    const timeout = timeoutWhileAwake(withinMs, expire);
    const answer = async () => {
      if (connects) await client.connect();
      const askedAt = performance.now();
      const { rows } = await client.query<{ ms: string; read_only: string }>(
        "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms, current_setting('transaction_read_only') AS read_only",
      );
      if (wanted === "primary" && rows[0]?.read_only === "on") throw new WritesRefused();
      note(Number(rows[0]?.ms), askedAt);
    };
    try {
      await Promise.race([answer(), expired]);
      answeredAt = performance.now();
    } catch (error) {
      // The result of an attempt that began before the last response is outdated.
      if (began > answeredAt) failedAt = performance.now();
      end(client);
      throw error;
    } finally {
      timeout.clear();
    }
  }

  function note(databaseMs: number, requestedAt: number): void {
    const answered = performance.now();
    const isExact = answered - requestedAt <= EXACT_MS;
    if (isExact || reading === undefined || answered - reading.at > EXACT_FOR_MS) {
      reading = { databaseMs, at: (requestedAt + answered) / 2 };
    }
    start();
  }

  function connection(): Client {
    const client = new Client(config);
    client.on("error", () => {
      if (asking === client) asking = undefined;
      clients.delete(client);
    });
    return client;
  }

  async function askOnNewConnection(withinMs: number): Promise<void> {
    const client = connection();
    await ask(client, withinMs, true);
    if (closed || asking !== undefined) end(client);
    else asking = client;
  }

  const interrupt = () => {
    for (const pool of pools) pool.interrupt();
  };
  const setOpen = (open: boolean) => {
    for (const pool of pools) pool.setOpen(open);
  };

  async function look(): Promise<void> {
    const known = asking;
    try {
      return await (known === undefined
        ? askOnNewConnection(times.freshMs)
        : ask(known, times.answerMs, false));
    } catch (error) {
      if (error instanceof WritesRefused) interrupt();
      if (!meansSilence(error)) return;
    }
    if (closed) return;
    try {
      await askOnNewConnection(times.freshMs);
      interrupt();
    } catch (error) {
      if (!closed && meansSilence(error)) await waitForAnswer();
    }
  }

  /** Opens new connections, one after the other and each with a time limit, until one gets a response or a refusal. */
  async function waitForAnswer(): Promise<void> {
    setOpen(false);
    let speaks = false;
    while (!(speaks || closed)) {
      askOnNewConnection(times.freshMs).then(
        () => {
          speaks = true;
          wake();
        },
        (error: unknown) => {
          // A refusal is a response, which the pools get too.
          if (meansSilence(error)) return;
          speaks = true;
          wake();
        },
      );
      await pause(times.retryMs);
    }
    setOpen(true);
  }

  const running = (async () => {
    while (!closed) {
      await look();
      if (!closed) await pause(times.everyMs);
    }
  })();

  return {
    now,
    answers: () => answeredAt > failedAt,
    clockLeadMs: () => Date.now() - now().getTime(),
    started,
    async close() {
      closed = true;
      start();
      wake();
      for (const client of [...clients]) end(client);
      await running;
      setOpen(true);
    },
  };
}
