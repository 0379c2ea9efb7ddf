import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ApiError, ConnectionError } from "./errors";
import { pause } from "./transport";

/** Opens the stream after the event `lastEventId`. */
export type OpenStream = (
  lastEventId: string | undefined,
  signal: AbortSignal,
) => Promise<Response>;

export type Follow = typeof follow;

/** The service sends a comment every 15 seconds: a connection silent for longer is dead. */
const silentMs = 40_000;
const usualRetryMs = 2_000;

/**
 * The events of a stream, which reconnects when its connection breaks
 * (docs/reference/results.md#resuming-a-stream). Ends when `signal` is aborted. Throws when the
 * service refuses the stream.
 */
export async function* follow<Event>(
  open: OpenStream,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event, void, undefined> {
  let lastEventId: string | undefined;
  let retryMs = usualRetryMs;
  const isOver = () => signal?.aborted === true;
  while (!isOver()) {
    let askedMs = 0;
    try {
      for await (const event of eventsOf(open, lastEventId, signal)) {
        if (typeof event === "number") retryMs = event;
        else {
          lastEventId = event.id ?? lastEventId;
          yield JSON.parse(event.data);
        }
      }
    } catch (error) {
      if (isOver()) return;
      askedMs = waitOf(error);
    }
    // A random delay, because many clients lose their connections at the same moment.
    await pause(Math.max(askedMs, retryMs) * (1 + Math.random() / 2), signal).catch(() => {});
  }
}

/** The wait in ms that the service asks for after a temporary error. Rethrows other errors. */
function waitOf(error: unknown): number {
  if (error instanceof ConnectionError) return 0;
  if (error instanceof ApiError && (error.status === 429 || error.status >= 500)) {
    return (error.retryAfter ?? 0) * 1_000;
  }
  throw error;
}

/** The events of one connection; a number is the delay in ms before the next connection. */
async function* eventsOf(
  open: OpenStream,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventSourceMessage | number, void, undefined> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener("abort", end, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const { body } = await open(lastEventId, ending.signal);
    if (body === null) return;
    const events: (EventSourceMessage | number)[] = [];
    const parser = createParser({
      onEvent: (event) => events.push(event),
      onRetry: (ms) => events.push(ms),
    });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      timer = setTimeout(end, silentMs);
      // A broken connection counts as ended.
      const part = await reader.read().catch(() => undefined);
      clearTimeout(timer);
      if (part === undefined || part.done) return;
      parser.feed(part.value);
      yield* events.splice(0);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    ending.abort();
  }
}
