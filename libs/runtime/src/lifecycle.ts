import { setTimeout as pause } from "node:timers/promises";
import { within } from "@polls/jobs";

/** Parts that have not ended by then are left open (docs/reliability.md#ending-a-process). */
const defaultDeadlineMs = 25_000;

interface OpenResource {
  readonly what: string;
  readonly close: () => Promise<unknown>;
}

/** The open parts of a process; the last opened is closed first. */
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

  /** Aborted when the end begins: the process is no longer ready, and pending starts give up. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Aborted when parts begin to close: with `signal`, or once the end was announced for long enough. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** From now on an announced end leaves all parts open for so long: clients can move on. */
  announceEndFor(ms: number): void {
    this.#announcedMs = ms;
  }

  /**
   * Registers an open part with the function that closes it. A part that is added while the process ends is
   * closed at once.
   */
  add<Thing>(what: string, thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
    const entry: OpenResource = { what, close: async () => close(thing) };
    if (this.#end === undefined) this.#opened.push(entry);
    else void entry.close().catch(() => undefined);
    return thing;
  }

  /**
   * Closes all parts once, in reverse order; a failure does not keep the next part open. Returns the
   * failures, and what was still open at the deadline. An end that is not announced cuts one short that is.
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
