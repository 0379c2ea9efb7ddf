import { randomInt } from "node:crypto";
import type { Socket } from "node:net";
import type { Direction, Fault } from "./fault";

/** One connection through a proxy: the sockets to the client and to the server. */
export interface Link {
  /** Switches the fault and resets its counters. */
  readonly setFault: (fault: Fault) => void;
  readonly reset: () => void;
}

export interface LinkOptions {
  readonly fault: Fault;
  readonly onCut: () => void;
  readonly onHeld: () => void;
  readonly onSwallowed: (bytes: number) => void;
  readonly onClosed: () => void;
}

export function linkSockets(client: Socket, server: Socket, options: LinkOptions): Link {
  const listener: Readonly<Record<Direction, Socket>> = { up: server, down: client };
  /** When the last delayed bytes arrive. Later bytes must not overtake them. */
  const arrival: Record<Direction, number> = { up: 0, down: 0 };
  /** The delayed deliveries, in their order: timers of two lengths may end in another one. */
  const waiting: Readonly<Record<Direction, (() => void)[]>> = { up: [], down: [] };
  let sieve = createSieve(options.fault);
  let delay = delayOf(options.fault);
  let closed = false;
  /** Chunks of the client that wait for the next fault, and whether its end waits too. */
  let held: Buffer[] = [];
  let endHeld = false;

  const reset = () => {
    held = [];
    client.resetAndDestroy();
    server.resetAndDestroy();
  };
  const close = () => {
    if (closed || held.length > 0) return;
    closed = true;
    client.destroy();
    server.destroy();
    options.onClosed();
  };
  const cut = () => {
    if (closed) return;
    options.onCut();
    reset();
  };

  const deliver = (direction: Direction, write: (to: Socket) => void) => {
    const to = listener[direction];
    const now = performance.now();
    arrival[direction] = Math.max(now + delay(), arrival[direction]);
    const run = () => {
      if (to.writable) write(to);
    };
    if (arrival[direction] <= now && waiting[direction].length === 0) return run();
    waiting[direction].push(run);
    setTimeout(() => waiting[direction].shift()?.(), arrival[direction] - now);
  };

  const join = (from: Socket, direction: Direction) => {
    from.setNoDelay(true);
    from.on("data", (bytes) => {
      const { passed, thenCut, hold } = sieve(bytes, direction);
      if (hold) {
        held.push(bytes);
        options.onHeld();
      } else if (passed.length < bytes.length) options.onSwallowed(bytes.length - passed.length);
      if (passed.length > 0) {
        deliver(direction, (to) => to.write(passed, thenCut ? cut : undefined));
      } else if (thenCut) cut();
    });
    from.on("end", () => {
      if (!sieve(nothing, direction).ended) deliver(direction, (to) => to.end());
      else if (held.length > 0) endHeld = true;
    });
    from.on("error", () => {
      if (held.length === 0) reset();
    });
    from.on("close", close);
  };
  join(client, "up");
  join(server, "down");

  return {
    setFault(fault) {
      sieve = createSieve(fault);
      delay = delayOf(fault);
      const late = held;
      held = [];
      if (late.length === 0) return;
      for (const piece of late) deliver("up", (to) => to.write(piece));
      if (endHeld || client.destroyed) deliver("up", (to) => to.end());
      if (server.destroyed) close();
    },
    reset,
  };
}

interface Sifted {
  readonly passed: Buffer;
  /** Whether to cut the connection after forwarding. */
  readonly thenCut?: boolean;
  /** Whether nothing more passes in this direction, including the end. */
  readonly ended?: boolean;
  /** Whether the bytes wait for the next fault. */
  readonly hold?: boolean;
}

type Sieve = (bytes: Buffer, direction: Direction) => Sifted;

const nothing = Buffer.alloc(0);

/** Applies a fault to the data of a connection. Counts bytes where the fault needs it. */
function createSieve(fault: Fault): Sieve {
  if (fault.mode === "blackhole") {
    return (bytes, direction) =>
      fault.direction === undefined || fault.direction === direction
        ? { passed: nothing, ended: true }
        : { passed: bytes };
  }
  if (fault.mode === "hold") return sieveThatHolds(fault.held);
  if (fault.mode === "cutAfter") return sieveUntil(fault.bytes, fault.direction);
  if (fault.mode === "loseAnswers") {
    return (bytes, direction) =>
      direction === "down" && fault.lost(bytes)
        ? { passed: nothing, thenCut: true }
        : { passed: bytes };
  }
  return (bytes) => ({ passed: bytes });
}

function sieveThatHolds(isHeld: (piece: Buffer) => boolean): Sieve {
  let holds = false;
  return (bytes, direction) => {
    if (direction === "down") return { passed: bytes };
    holds ||= bytes.length > 0 && isHeld(bytes);
    return holds ? { passed: nothing, ended: true, hold: bytes.length > 0 } : { passed: bytes };
  };
}

function sieveUntil(limitBytes: number, counted: Direction): Sieve {
  let left = limitBytes;
  return (bytes, direction) => {
    if (direction !== counted) return { passed: bytes };
    const passed = bytes.subarray(0, left);
    const thenCut = bytes.length > left;
    left -= passed.length;
    return { passed, thenCut };
  };
}

function delayOf(fault: Fault): () => number {
  if (fault.mode !== "latency") return () => 0;
  const { delayMs, jitterMs = 0 } = fault;
  return () => delayMs + (jitterMs === 0 ? 0 : randomInt(jitterMs + 1));
}
