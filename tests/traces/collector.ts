import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { atFileEnd } from "@polls/testing";

type Fact = string | number | boolean;

export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly links: readonly string[];
  readonly failed: boolean;
  readonly durationMs: number;
  readonly facts: Readonly<Record<string, Fact>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: () => readonly ReceivedSpan[];
  readonly text: () => string;
  /** Paths and types of the requests. */
  readonly requests: () => readonly string[];
  /** Bodies that arrive while it hangs are stored, but not answered. */
  readonly hang: (hangs: boolean) => void;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, Fact>>;
}

interface WireSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number };
}

interface WireBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

const factsOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));

const nanosPerMs = 1_000_000;
const FAILED = 2;

const spansIn = ({ resourceSpans }: WireBody): readonly ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(factsOf(resource.attributes)["service.name"]),
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId === "" ? undefined : span.parentSpanId,
        links: (span.links ?? []).map(({ traceId, spanId }) => `${traceId}-${spanId}`),
        failed: span.status?.code === FAILED,
        durationMs:
          Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / nanosPerMs,
        facts: factsOf(span.attributes),
      })),
    ),
  );

/** A collector of OpenTelemetry: HTTP with JSON. It ends with the test file. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const requests: string[] = [];
  let hangs = false;
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      requests.push(`${request.method} ${request.url} ${request.headers["content-type"]}`);
      bodies.push(Buffer.concat(parts).toString("utf8"));
      if (!hangs) response.setHeader("Content-Type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd("the collector", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body) as WireBody)),
    text: () => bodies.join("\n"),
    requests: () => requests,
    hang(value) {
      hangs = value;
    },
  };
}
