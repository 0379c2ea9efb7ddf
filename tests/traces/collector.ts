import { createServer, type Server } from "node:http";
import { listen } from "@polls/testing";

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

export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** A collector of OpenTelemetry: HTTP with JSON. It ends with the test file. */
export async function startCollector() {
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
  const port = await listen(server, "the collector");
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body) as WireBody)),
    text: () => bodies.join("\n"),
    /** Paths and types of the requests. */
    requests: () => requests,
    /** Bodies that arrive while it hangs are stored, but not answered. */
    hang(value: boolean) {
      hangs = value;
    },
  };
}
