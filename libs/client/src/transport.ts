import { ApiError, ConnectionError, errorOf } from "./errors";
import { type Fetch, sendWithProgress, type UploadProgress } from "./upload";

/** How requests are sent, for a whole client or for one call. */
export interface RequestOptions {
  /** Aborts the call. It then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of one attempt in ms: 30,000 by default, for forms with files an hour. */
  readonly timeoutMs?: number | undefined;
  /** The deadline with all retries in ms: 120,000 by default, for forms with files an hour. */
  readonly deadlineMs?: number | undefined;
  /** The maximum number of retries after 429, 503 and broken connections. The default is 4. */
  readonly retries?: number | undefined;
  /**
   * A change takes effect once for a key (docs/reference/requests.md#idempotency). By default each
   * call has a new random key; with your own, a later call repeats the same request.
   */
  readonly idempotencyKey?: string | undefined;
  /** Receives the upload progress of a form. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface Call<Value> {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | FormData | undefined;
  /** Whether the service recognizes a repeated request: only then is one without a response retried. */
  readonly isRepeatable: boolean;
  readonly read: (response: Response) => Value | Promise<Value>;
}

const minute = 60_000;
const usual = { timeoutMs: 30_000, deadlineMs: 2 * minute, retries: 4 };
const ofUploads = { ...usual, timeoutMs: 60 * minute, deadlineMs: 60 * minute };
/** Temporary errors. 409: the same request is still running. 502 and 504 come from proxies. */
const passingStatuses: readonly number[] = [408, 409, 429, 502, 503, 504];
/** With these statuses, an attempt may have taken effect: docs/reliability.md#lost-answers */
const unclearStatuses: readonly number[] = [502, 503, 504];

/**
 * Sends a request, and retries until there is a response. Throws `ApiError` for one that is not
 * 2xx, and `ConnectionError` without one.
 */
export async function send<Value>(
  fetch: Fetch,
  call: Call<Value>,
  { signal, onProgress, ...options }: RequestOptions,
): Promise<Value> {
  const limits = call.body instanceof FormData ? ofUploads : usual;
  const {
    timeoutMs = limits.timeoutMs,
    deadlineMs = limits.deadlineMs,
    retries = limits.retries,
  } = options;
  const end = performance.now() + deadlineMs;
  let isUnclear = false;
  for (let tried = 0; ; tried++) {
    const left = end - performance.now();
    const outcome = await attempt(fetch, call, Math.min(timeoutMs, left), signal, onProgress);
    if ("value" in outcome) return outcome.value;
    const { error } = outcome;
    const status = error instanceof ApiError ? error.status : undefined;
    // An earlier attempt may have deleted the object.
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

/** Sends one request and reads its response. An incomplete response counts as no response. */
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
  // Pages of the service have a cookie that the API does not read.
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
    // The signal must also abort the body of a response that is returned unread.
    if (!isOpen) signal?.removeEventListener("abort", end);
  }
}

/** The message of a thrown value. Node's `fetch` has it in the cause of its error. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause === undefined ? thrown.message : reasonOf(thrown.cause);
}

/**
 * The delay in ms that the service asks for, else half a second, doubled for each retry, less a
 * random part of up to a half.
 */
function delayMs(error: ApiError | ConnectionError, tried: number): number {
  const usualMs = 500 * 2 ** tried * (1 - Math.random() / 2);
  const seconds = error instanceof ApiError ? error.retryAfter : undefined;
  return seconds === undefined ? usualMs : seconds * 1_000 + Math.random() * 250;
}

/** Waits. When `signal` is aborted, rejects with its reason. */
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
