/** Sends a request: the `fetch` of the platform, or a replacement. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The sent bytes of a request body, and its size in bytes. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

type Tell = (progress: UploadProgress) => void;
type UploadInit = RequestInit & { readonly method: string; readonly headers: Headers } & {
  readonly body: FormData;
  readonly signal: AbortSignal;
};

/** The part of `XMLHttpRequest` that is used. Node has none. */
interface Xhr {
  responseType: string;
  readonly response: Blob;
  readonly status: number;
  readonly upload: { onprogress: (event: { loaded: number; total: number }) => void };
  onload: () => void;
  onerror: () => void;
  onabort: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

/** Sends a form and reports its progress, which in browsers only `XMLHttpRequest` tells. */
export function sendWithProgress(
  fetch: Fetch,
  url: string,
  init: UploadInit,
  tell: Tell,
): Promise<Response> {
  const { XMLHttpRequest } = globalThis as object as { XMLHttpRequest?: new () => Xhr };
  return XMLHttpRequest === undefined
    ? sendAsStream(fetch, url, init, tell)
    : sendByXhr(new XMLHttpRequest(), url, init, tell);
}

function sendAsStream(fetch: Fetch, url: string, init: UploadInit, tell: Tell): Promise<Response> {
  const form = encodeForm(init.body);
  let sent = 0;
  const counted = form.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        tell({ sent, total: form.size });
        controller.enqueue(chunk);
      },
    }),
  );
  const headers = new Headers(init.headers);
  headers.set("content-type", form.type);
  // A stream as body requires `duplex`, which some type libraries do not declare.
  return fetch(url, { ...init, headers, body: counted, duplex: "half" } as RequestInit);
}

/** Encodes a form like `fetch`. Files are read while they are sent, not before. */
function encodeForm(form: FormData): Blob {
  const boundary = `form-${globalThis.crypto.getRandomValues(new BigUint64Array(2)).join("")}`;
  const parts: (string | Blob)[] = [];
  form.forEach((value, name) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") parts.push(`${head}\r\n\r\n${value}\r\n`);
    else {
      const type = value.type || "application/octet-stream";
      const file = `; filename="${quoted(value.name)}"\r\ncontent-type: ${type}\r\n\r\n`;
      parts.push(head + file, value, "\r\n");
    }
  });
  parts.push(`--${boundary}--\r\n`);
  return new Blob(parts, { type: `multipart/form-data; boundary=${boundary}` });
}

const quoted = (name: string): string => name.replace(/\r\n?|\n/g, "%0D%0A").replaceAll('"', "%22");

const sendByXhr = (
  xhr: Xhr,
  url: string,
  { method, headers, body, signal }: UploadInit,
  tell: Tell,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    xhr.open(method, url);
    xhr.responseType = "blob";
    headers.forEach((value, name) => void xhr.setRequestHeader(name, value));
    xhr.upload.onprogress = ({ loaded, total }) => tell({ sent: loaded, total });
    xhr.onload = () => resolve(responseOf(xhr));
    xhr.onerror = () => reject(new Error("the connection broke"));
    xhr.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(body);
  });

function responseOf(xhr: Xhr): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split("\r\n")) {
    const [name = "", ...value] = line.split(": ");
    if (name !== "") headers.append(name, value.join(": "));
  }
  const { status, response } = xhr;
  return new Response(status === 204 ? null : response, { status, headers });
}
