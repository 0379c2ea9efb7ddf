import { setTimeout as pause } from "node:timers/promises";
import { within } from "@polls/jobs";

/** Parts that have not closed by then are left open (docs/reliability.md#ending-a-process). */
const defaultDeadlineMs = 25_000;

interface OpenResource {
  readonly what: string;
  readonly close: () => Promise<unknown>;
}

/** The open parts of a process. The part that was opened last is closed first. */
export class Lifecycle {
  readonly #opened: OpenResource[] = [];
  readonly #ending = new AbortController();
  readonly #closing = new AbortController();
  readonly #hurry = new AbortController();
  readonly #deadlineMs: number;
  #announcedMs = 0;
  #end: Promise<readonly Error[]> | undefined;

  constructor(options: { readonly deadlineMs?: number } = {}) {
    this.#deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
  }

  /** Aborted when the end begins. The process is then no longer ready, and pending starts stop. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Aborted when parts begin to close: together with `signal`, or after the announcement time. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** How long an announced end leaves all parts open, so that clients can use other processes. */
  announceEndFor(ms: number): void {
    this.#announcedMs = ms;
  }

  /** Registers an open part and what closes it: at once if the process is ending. */
  add<Thing>(what: string, thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
    const entry: OpenResource = { what, close: async () => close(thing) };
    if (this.#end === undefined) this.#opened.push(entry);
    else void entry.close().catch(() => undefined);
    return thing;
  }

  /**
   * Closes all parts once, in reverse order, also after a failure. Returns the failures, and parts
   * still open at the deadline. An end without announcement cuts an announced one short.
   */
  end({ announced = false }: { readonly announced?: boolean } = {}): Promise<readonly Error[]> {
    if (!announced) this.#hurry.abort();
    this.#end ??= this.#announceAndClose();
    return this.#end;
  }

  async #announceAndClose(): Promise<readonly Error[]> {
    this.#ending.abort();
    const { signal } = this.#hurry;
    if (this.#announcedMs > 0) {
      await pause(this.#announcedMs, undefined, { signal }).catch(() => undefined);
    }
    this.#closing.abort();
    return this.#closeAll();
  }

  async #closeAll(): Promise<readonly Error[]> {
    const problems: Error[] = [];
    const deadline = performance.now() + this.#deadlineMs;
    for (let entry = this.#opened.pop(); entry !== undefined; entry = this.#opened.pop()) {
      const { what, close } = entry;
      const closing = close().catch((cause: unknown) => {
        problems.push(new Error(`${what} did not close`, { cause }));
      });
      const leftMs = Math.max(0, deadline - performance.now());
      if ((await within(leftMs, closing, () => "late")) === "late") {
        const left = [what, ...this.#opened.map((open) => open.what).reverse()];
        problems.push(new Error(`still open after ${this.#deadlineMs} ms: ${left.join(", ")}`));
        break;
      }
    }
    return problems;
  }
}
