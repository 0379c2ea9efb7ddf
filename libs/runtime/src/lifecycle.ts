import { within } from "@polls/jobs";

/** What has not ended by then is left behind (docs/reliability.md#ending-a-process). */
const defaultDeadlineMs = 25_000;

interface Opened {
  readonly what: string;
  readonly close: () => Promise<unknown>;
}

/** Things to undo when the process ends: last begun, first ended. */
export class Lifecycle {
  readonly #opened: Opened[] = [];
  readonly #ending = new AbortController();
  readonly #deadlineMs: number;
  #end: Promise<readonly Error[]> | undefined;

  constructor(options: { readonly deadlineMs?: number } = {}) {
    this.#deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
  }

  /** Aborted when the end begins: readiness turns red and pending starts give up. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /**
   * Registers a started thing together with its end, so that the two are written in one place.
   * A thing that is added while the process ends is closed at once.
   */
  add<Thing>(what: string, thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
    const entry: Opened = { what, close: async () => close(thing) };
    if (this.#end === undefined) this.#opened.push(entry);
    else void entry.close().catch(() => undefined);
    return thing;
  }

  /**
   * Ends everything once, in reverse order; a failure to close one thing does not keep the next
   * one open. Returns what went wrong: failures, and what was still open at the deadline.
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
