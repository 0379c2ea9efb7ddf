import { randomInt } from "node:crypto";
import type { Socket } from "node:net";
import type { Direction, Fault } from "./fault";

/** One connection through a proxy: the client's socket joined with the one to the server. */
export interface Link {
  /** From now on this fault; what was counted for the one before is forgotten. */
  readonly suffer: (fault: Fault) => void;
  readonly reset: () => void;
}

export interface LinkOptions {
  readonly fault: Fault;
  /** Told when the fault ends the connection. */
  readonly onCut: () => void;
  /** Told how many bytes the fault kept for itself. */
  readonly onSwallowed: (bytes: number) => void;
  readonly onClosed: () => void;
}

/** Passes on what two sockets say to each other, as far as the fault lets it. */
export function linkSockets(client: Socket, server: Socket, options: LinkOptions): Link {
  const listener: Readonly<Record<Direction, Socket>> = { up: server, down: client };
  /** When the last delayed bytes arrive: later ones must not overtake them. */
  const arrival: Record<Direction, number> = { up: 0, down: 0 };
  let sieve = createSieve(options.fault);
  let delay = delayOf(options.fault);
  let closed = false;

  const reset = () => {
    client.resetAndDestroy();
    server.resetAndDestroy();
  };
  const close = () => {
    if (closed) return;
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
    if (arrival[direction] <= now) run();
    else setTimeout(run, arrival[direction] - now);
  };

  const join = (from: Socket, direction: Direction) => {
    from.setNoDelay(true);
    from.on("data", (bytes) => {
      const { passed, thenCut } = sieve(bytes, direction);
      if (passed.length < bytes.length) options.onSwallowed(bytes.length - passed.length);
      if (passed.length > 0) {
        deliver(direction, (to) => to.write(passed, thenCut ? cut : undefined));
      } else if (thenCut) cut();
    });
    from.on("end", () => {
      if (!sieve(nothing, direction).ended) deliver(direction, (to) => to.end());
    });
    from.on("error", reset);
    from.on("close", close);
  };
  join(client, "up");
  join(server, "down");

  return {
    suffer(fault) {
      sieve = createSieve(fault);
      delay = delayOf(fault);
    },
    reset,
  };
}

interface Sifted {
  readonly passed: Buffer;
  /** Whether the connection is cut once what passed is on its way. */
  readonly thenCut?: boolean;
  /** Whether nothing more passes in this direction, its end included. */
  readonly ended?: boolean;
}

type Sieve = (bytes: Buffer, direction: Direction) => Sifted;

const nothing = Buffer.alloc(0);

/** What a fault lets through, with a memory of its own where the fault counts. */
function createSieve(fault: Fault): Sieve {
  if (fault.mode === "blackhole") {
    return (bytes, direction) =>
      fault.direction === undefined || fault.direction === direction
        ? { passed: nothing, ended: true }
        : { passed: bytes };
  }
  if (fault.mode === "cutAfter") return sieveUntil(fault.bytes, fault.direction);
  if (fault.mode === "loseAnswers") {
    return (bytes, direction) =>
      direction === "down" && fault.lost(bytes)
        ? { passed: nothing, thenCut: true }
        : { passed: bytes };
  }
  return (bytes) => ({ passed: bytes });
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
