import { ApiError, ConnectionError, errorOf } from "./errors";
import { type Fetch, sendWithProgress, type UploadProgress } from "./upload";

/** How requests are sent: of a whole client, or of one call. */
export interface RequestOptions {
  /** Ends the call; it then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline of one attempt in milliseconds: 30,000, for forms with files an hour. */
  readonly timeoutMs?: number | undefined;
  /** The deadline of the call with all its retries, in milliseconds: 120,000, for forms with files an hour. */
  readonly deadlineMs?: number | undefined;
  /** Further attempts after 429, 503 and broken connections: 4. */
  readonly retries?: number | undefined;
  /**
   * Names a change, so that it takes effect once: docs/reference/requests.md#idempotency. Each call has a new random
   * key; one of your own makes a later call a repetition.
   */
  readonly idempotencyKey?: string | undefined;
  /** Is told how much of a form is sent. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** A request, and how its answer is read. */
export interface Call<Value> {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | FormData | undefined;
  /** Whether the service tells a repetition of this caller, so that a request without an answer may be sent again. */
  readonly isRepeatable: boolean;
  readonly read: (response: Response) => Value | Promise<Value>;
}

const minute = 60_000;
const usual = { timeoutMs: 30_000, deadlineMs: 2 * minute, retries: 4 };
const ofUploads = { ...usual, timeoutMs: 60 * minute, deadlineMs: 60 * minute };
/** 409 is the same request, still running. 502 and 504 come from proxies. */
const passingStatuses: readonly number[] = [408, 409, 429, 502, 503, 504];
/** Of these an attempt may have taken effect all the same: docs/reliability.md#lost-answers */
const unclearStatuses: readonly number[] = [502, 503, 504];

/** Sends a request until it is answered. Throws `ApiError` for an answer that is not 2xx, else `ConnectionError`. */
export async function send<Value>(
  fetch: Fetch,
  call: Call<Value>,
  { signal, onProgress, ...given }: RequestOptions,
): Promise<Value> {
  const limits = call.body instanceof FormData ? ofUploads : usual;
  const {
    timeoutMs = limits.timeoutMs,
    deadlineMs = limits.deadlineMs,
    retries = limits.retries,
  } = given;
  const end = performance.now() + deadlineMs;
  let isUnclear = false;
  for (let tried = 0; ; tried++) {
    const left = end - performance.now();
    const outcome = await attempt(fetch, call, Math.min(timeoutMs, left), signal, onProgress);
    if ("value" in outcome) return outcome.value;
    const { error } = outcome;
    const status = error instanceof ApiError ? error.status : undefined;
    // What an attempt before may have deleted is gone.
    if (isUnclear && call.method === "DELETE" && status === 404) return undefined as Value;
    isUnclear ||= status === undefined || unclearStatuses.includes(status);
    const mayRepeat = isUnclear ? call.isRepeatable : true;
    const isPassing = status === undefined || passingStatuses.includes(status);
    const wait = delayMs(error, tried);
    if (!isPassing || !mayRepeat || tried >= retries || performance.now() + wait >= end)
      throw error;
    await pause(wait, signal);
  }
}

type Outcome<Value> = { readonly value: Value } | { readonly error: ApiError | ConnectionError };

/** One request with its answer. An answer that breaks off is none. */
async function attempt<Value>(
  fetch: Fetch,
  { url, method, headers, body, read }: Call<Value>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  onProgress: RequestOptions["onProgress"],
): Promise<Outcome<Value>> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const end = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  const late = new Error(`no answer within ${Math.max(0, Math.ceil(timeoutMs))} ms`);
  const timer = setTimeout(() => ending.abort(late), timeoutMs);
  // Pages of the service have a cookie that the interface does not read.
  const init = {
    method,
    headers,
    body: body ?? null,
    signal: ending.signal,
    credentials: "omit",
  } as const;
  let isOpen = false;
  try {
    const response =
      onProgress === undefined || !(body instanceof FormData)
        ? await fetch(url, init)
        : await sendWithProgress(fetch, url, { ...init, body }, onProgress);
    if (!response.ok) return { error: await errorOf(response) };
    const value = await read(response);
    isOpen = value === response;
    return { value };
  } catch (cause) {
    signal?.throwIfAborted();
    return { error: new ConnectionError(`${new URL(url).host}: ${reasonOf(cause)}`, { cause }) };
  } finally {
    clearTimeout(timer);
    // The signal also ends the body of an answer that is handed out as it is.
    if (!isOpen) signal?.removeEventListener("abort", end);
  }
}

/** What a thrown value says; the `fetch` of Node says it in the cause of its error. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause === undefined ? thrown.message : reasonOf(thrown.cause);
}

/** What the service asks for, or half a second and twice as long each time, less up to a half at random. */
function delayMs(error: ApiError | ConnectionError, tried: number): number {
  const usualMs = 500 * 2 ** tried * (1 - Math.random() / 2);
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  return asked === undefined ? usualMs : asked * 1_000 + Math.random() * 250;
}

/** Waits; the end of `signal` ends it with the signal's reason. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
