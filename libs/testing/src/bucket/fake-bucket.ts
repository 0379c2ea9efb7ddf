import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atFileEnd } from "../at-file-end";

/** The operations of S3 that the bucket knows. */
export type BucketOperation =
  | "HeadBucket"
  | "ListObjects"
  | "DeleteObjects"
  | "ListUploads"
  | "GetObject"
  | "HeadObject"
  | "PutObject"
  | "DeleteObject"
  | "CreateUpload"
  | "UploadPart"
  | "CompleteUpload"
  | "AbortUpload";

export interface BucketRequest {
  readonly operation: BucketOperation;
  readonly method: string;
  /** Empty for an operation on the whole bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** How an answer leaves the server. */
export interface BucketAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** The connection breaks after this number of bytes of the body. */
  readonly cutAfter?: number;
  /** Nothing more is sent after this number of bytes of the body. The connection stays open. */
  readonly stallAfter?: number;
  /** The body has no length. Its end is the end of the connection. */
  readonly withoutLength?: boolean;
  /** Nothing is sent, and the connection breaks. */
  readonly lost?: boolean;
}

/** How the bucket differs from S3: a rule answers itself, or calls `serve`. */
export type BucketRule = (request: BucketRequest, serve: () => BucketAnswer) => BucketAnswer;

export interface BucketObject {
  readonly body: Buffer;
  readonly modifiedAt: Date;
}

/** A bucket in memory, which answers by rules that a test sets. */
export interface FakeBucket {
  readonly options: {
    readonly bucket: string;
    readonly region: string;
    readonly endpoint: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    readonly forcePathStyle: boolean;
    readonly checksums: "WHEN_REQUIRED";
  };
  readonly env: Readonly<Record<string, string>>;
  readonly objects: Map<string, BucketObject>;
  /** The keys of unfinished uploads, by upload id. */
  readonly uploads: Map<string, BucketUpload>;
  /** All requests since the last `setRules`. */
  readonly requests: readonly BucketRequest[];
  /** Replaces all rules. The first one is asked first. */
  readonly setRules: (...rules: readonly BucketRule[]) => void;
  readonly close: () => Promise<void>;
}

export interface BucketUpload {
  readonly key: string;
  readonly initiated: Date;
  readonly parts: Map<number, Buffer>;
}

const BUCKET = "a-bucket";

/** An error of S3 with its code. */
export const bucketError = (status: number, code: string, more = ""): BucketAnswer => ({
  status,
  headers: { "Content-Type": "application/xml" },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message>${more}</Error>`,
});

/** Starts a bucket in memory. It ends with the test file. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const objects = new Map<string, BucketObject>();
  const uploads = new Map<string, BucketUpload>();
  const requests: BucketRequest[] = [];
  let rules: readonly BucketRule[] = [];

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => {});
    incoming.on("end", () => {
      const request = readRequest(incoming, Buffer.concat(chunks));
      requests.push(request);
      const serve = rules.reduceRight<() => BucketAnswer>(
        (next, rule) => () => rule(request, next),
        () => operations[request.operation](request, { objects, uploads }),
      );
      const answer = serve();
      if (answer.lost) incoming.socket.destroy();
      else send(response, answer, request.method === "HEAD");
    });
  });
  server.keepAliveTimeout = 1;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  atFileEnd("the bucket in memory", close);
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: "none", secretAccessKey: "none" };
  return {
    options: {
      bucket: BUCKET,
      region: "us-east-1",
      endpoint,
      credentials,
      forcePathStyle: true,
      checksums: "WHEN_REQUIRED",
    },
    env: {
      S3_BUCKET: BUCKET,
      S3_REGION: "us-east-1",
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    objects,
    uploads,
    requests,
    setRules: (...next) => {
      rules = next;
      requests.length = 0;
    },
    close,
  };
}

function readRequest(incoming: IncomingMessage, body: Buffer): BucketRequest {
  const { method = "GET", url = "/", headers } = incoming;
  const { pathname, searchParams: query } = new URL(url, "http://bucket");
  const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
  return { operation: operationOf(method, key, query), method, key, query, headers, body };
}

function operationOf(method: string, key: string, query: URLSearchParams): BucketOperation {
  const [ofUploads, ofUpload] = [query.has("uploads"), query.has("uploadId")];
  if (key === "") {
    if (method === "HEAD") return "HeadBucket";
    if (method === "POST") return "DeleteObjects";
    return ofUploads ? "ListUploads" : "ListObjects";
  }
  if (method === "POST") return ofUploads ? "CreateUpload" : "CompleteUpload";
  if (method === "PUT") return ofUpload ? "UploadPart" : "PutObject";
  if (method === "DELETE") return ofUpload ? "AbortUpload" : "DeleteObject";
  return method === "HEAD" ? "HeadObject" : "GetObject";
}

function send(response: ServerResponse, answer: BucketAnswer, isHead: boolean): void {
  const { status, headers = {}, body = "", cutAfter, stallAfter, withoutLength } = answer;
  const bytes = Buffer.from(body);
  const length = withoutLength ? { Connection: "close" } : { "Content-Length": `${bytes.length}` };
  if (withoutLength) response.useChunkedEncodingByDefault = false;
  response.writeHead(status, { ...length, ...headers });
  if (isHead || status === 204 || status === 304) {
    response.end();
    return;
  }
  const sent = cutAfter ?? stallAfter;
  if (sent === undefined) {
    response.end(bytes);
    return;
  }
  response.flushHeaders();
  response.write(bytes.subarray(0, sent), () => {
    if (cutAfter === undefined) return;
    if (withoutLength) response.end();
    else response.socket?.resetAndDestroy();
  });
}

interface Content {
  readonly objects: Map<string, BucketObject>;
  readonly uploads: Map<string, BucketUpload>;
}

const xml = (body: string): BucketAnswer => ({
  status: 200,
  headers: { "Content-Type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});

const md5 = (body: Buffer) => createHash("md5").update(body).digest("hex");

const store = ({ objects }: Content, key: string, body: Buffer): BucketAnswer => {
  objects.set(key, { body, modifiedAt: new Date() });
  return { status: 200, headers: { ETag: `"${md5(body)}"` } };
};

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const noSuchUpload = () => bucketError(404, "NoSuchUpload");

const operations: Readonly<
  Record<BucketOperation, (request: BucketRequest, content: Content) => BucketAnswer>
> = {
  HeadBucket: () => ({ status: 200 }),
  ListObjects: ({ query }, { objects }) => {
    const prefix = query.get("prefix") ?? "";
    const most = Number(query.get("max-keys") ?? 1_000);
    const after = query.get("continuation-token") ?? "";
    const asUrl = query.get("encoding-type") === "url";
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort((a, b) => (a < b ? -1 : 1));
    const page = keys.slice(0, most);
    const rows = page.map((key) => {
      const { body, modifiedAt } = objects.get(key) ?? { body: "", modifiedAt: new Date() };
      const name = asUrl ? encodeURIComponent(key).replaceAll("%2F", "/") : escapeXml(key);
      return `<Contents><Key>${name}</Key><Size>${body.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
    });
    const more = keys.length > page.length;
    return xml(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${asUrl ? "<EncodingType>url</EncodingType>" : ""}${
        more ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? "")}</NextContinuationToken>` : ""
      }${rows.join("")}</ListBucketResult>`,
    );
  },
  DeleteObjects: ({ body }, { objects }) => {
    for (const [, key = ""] of body.toString("utf8").matchAll(/<Key>([^<]*)<\/Key>/g)) {
      objects.delete(key.replaceAll("&lt;", "<").replaceAll("&amp;", "&"));
    }
    return xml("<DeleteResult></DeleteResult>");
  },
  ListUploads: ({ query }, { uploads }) => {
    const prefix = query.get("prefix") ?? "";
    const rows = [...uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(
        ([id, { key, initiated }]) =>
          `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
      );
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${rows.join("")}</ListMultipartUploadsResult>`,
    );
  },
  GetObject: ({ key, headers }, { objects }) => {
    const found = objects.get(key);
    if (found === undefined) return bucketError(404, "NoSuchKey");
    const { body, modifiedAt } = found;
    const about = { "Last-Modified": modifiedAt.toUTCString(), ETag: `"${md5(body)}"` };
    const [, from = "", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
    if (from === "") return { status: 200, headers: about, body };
    const start = Number(from);
    const end = Math.min(to === "" ? body.length - 1 : Number(to), body.length - 1);
    if (start >= body.length) return bucketError(416, "InvalidRange");
    return {
      status: 206,
      headers: { ...about, "Content-Range": `bytes ${start}-${end}/${body.length}` },
      body: body.subarray(start, end + 1),
    };
  },
  HeadObject: ({ key }, { objects }) => {
    const found = objects.get(key);
    if (found === undefined) return { status: 404 };
    const { body, modifiedAt } = found;
    return {
      status: 200,
      headers: { "Content-Length": `${body.length}`, "Last-Modified": modifiedAt.toUTCString() },
    };
  },
  PutObject: ({ key, body }, content) => store(content, key, body),
  DeleteObject: ({ key }, { objects }) => {
    objects.delete(key);
    return { status: 204 };
  },
  CreateUpload: ({ key }, { uploads }) => {
    const id = randomUUID();
    uploads.set(id, { key, initiated: new Date(), parts: new Map() });
    return xml(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  },
  UploadPart: ({ query, body }, { uploads }) => {
    const upload = uploads.get(query.get("uploadId") ?? "");
    if (upload === undefined) return noSuchUpload();
    upload.parts.set(Number(query.get("partNumber")), body);
    return { status: 200, headers: { ETag: `"${md5(body)}"` } };
  },
  CompleteUpload: ({ key, query, body }, content) => {
    const id = query.get("uploadId") ?? "";
    const upload = content.uploads.get(id);
    if (upload === undefined) return noSuchUpload();
    const named = [...body.toString("utf8").matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)];
    const numbers = named.map(([, number]) => Number(number));
    const parts = numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0));
    content.uploads.delete(id);
    store(content, key, Buffer.concat(parts));
    return xml(
      `<CompleteMultipartUploadResult><Key>${escapeXml(key)}</Key></CompleteMultipartUploadResult>`,
    );
  },
  AbortUpload: ({ query }, { uploads }) =>
    uploads.delete(query.get("uploadId") ?? "") ? { status: 204 } : noSuchUpload(),
};
