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
  readonly #deadlineMs: number;
  #end: Promise<readonly Error[]> | undefined;

  constructor(options: { readonly deadlineMs?: number } = {}) {
    this.#deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
  }

  /** Aborted when the end begins: the process is no longer ready, and pending starts give up. */
  get signal(): AbortSignal {
    return this.#ending.signal;
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
   * failures, and what was still open at the deadline.
   */
  end(): Promise<readonly Error[]> {
    this.#end ??= this.#closeAll();
    return this.#end;
  }

  async #closeAll(): Promise<readonly Error[]> {
    this.#ending.abort();
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
