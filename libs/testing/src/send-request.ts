export interface RequestOptions {
  readonly token?: string | undefined;
  readonly identifier?: string | undefined;
  readonly password?: string | undefined;
  readonly organization?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent unchanged, with the `Content-Type` of `headers`. */
  readonly text?: string | Uint8Array<ArrayBuffer>;
  /** Sent as `multipart/form-data`. */
  readonly form?: FormData;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON. Undefined if there is no body, or a body of another type. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  readonly body: any;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Sends one request and reads the whole response. */
export async function sendRequest(
  url: string,
  baseUrl: string,
  line: string,
  options: RequestOptions = {},
): Promise<TestResponse> {
  const space = line.indexOf(" ");
  const method = line.slice(0, space);
  const target = line.slice(space + 1);
  const address = new URL(target.startsWith(baseUrl) ? target.slice(baseUrl.length) : target, url);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    address.searchParams.set(name, String(value));
  }
  if (options.organization !== undefined) {
    address.searchParams.set("organization_id", options.organization);
  }
  const body =
    options.form ??
    options.text ??
    (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(address, {
    method,
    redirect: "manual",
    headers: headersOf(options),
    ...(body === undefined ? {} : { body }),
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    return firstEvent(response);
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString("utf8");
  const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : undefined,
    text,
    bytes,
  };
}

function headersOf(options: RequestOptions): Record<string, string> {
  const named: Readonly<Record<string, string | undefined>> = {
    Authorization: options.token === undefined ? undefined : `Bearer ${options.token}`,
    "X-SERVICE-USER-IDENTIFIER": options.identifier,
    "X-SERVICE-POLL-PASSWORD": options.password,
    "Idempotency-Key": options.idempotencyKey,
    "Content-Type": options.body === undefined ? undefined : "application/json",
    ...options.headers,
  };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(named)) if (value !== undefined) headers[name] = value;
  return headers;
}

/** A stream of events does not end: its first event is the body, then it is closed. */
async function firstEvent(response: Response): Promise<TestResponse> {
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString("utf8");
    if (/^data: .*\n\n/m.test(text)) break;
  }
  const [, data] = /^data: (.*)$/m.exec(text) ?? [];
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes: Buffer.from(text),
    body: data === undefined ? undefined : JSON.parse(data),
  };
}
