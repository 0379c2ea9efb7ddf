import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { NotFound } from "@polls/domain/refusals";
import type { Express, Request, RequestHandler } from "express";
import type { Deps } from "../../deps";
import { etagOf, namesTag } from "../../http/replies/etag";
import { servePath } from "../../http/routing/allowed-methods";
import type { Endpoint } from "../../http/routing/endpoint";
import { renderDocs } from "./docs-page";
import { docsStyle } from "./docs-style";
import { markdownDocuments } from "./markdown-documents";
import { openApiDocument } from "./openapi-document";

/** The page loads only its own style and script, and sends requests only to this service. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";
const CACHE = "public, max-age=300";

/** A text with its ETag (docs/reference/requests.md#versions-of-answers). */
interface Served {
  readonly text: string;
  readonly gzip: Buffer;
  readonly etag: string;
}

const served = (text: string): Served => ({ text, gzip: gzipSync(text), etag: etagOf(text) });

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const style = lazy(() => served(docsStyle));
/** Served as it is, without a build. The path is correct from `src` and from `dist`. */
const script = lazy(() =>
  served(readFileSync(join(__dirname, "../../../browser/docs.js"), "utf8")),
);

/** `/docs` for people, `openapi.json` for programs, and Markdown for both. No token is needed. */
export function addDocsRoutes(
  app: Express,
  endpoints: readonly Endpoint[],
  deps: Pick<Deps, "config" | "rateLimiter">,
): void {
  const { baseUrl } = deps.config;
  const document = lazy(() => openApiDocument(endpoints, baseUrl));
  const json = lazy(() => served(JSON.stringify(document())));
  const page = lazy(() => served(renderDocs(document(), baseUrl)));
  const documents = lazy(
    () =>
      new Map(
        [...markdownDocuments(document(), baseUrl)].map(([path, text]) => [path, served(text)]),
      ),
  );
  const serve = (
    path: string,
    type: string,
    body: (request: Request) => Served | undefined,
  ): void => {
    const get: RequestHandler = (request, response) => {
      const found = body(request);
      if (found === undefined) throw new NotFound("Page");
      const { text, gzip, etag } = found;
      response
        .set({ "Content-Type": `${type}; charset=utf-8`, "Cache-Control": CACHE })
        .set({ "Content-Security-Policy": PAGE_POLICY, ETag: etag })
        .set({ Vary: "Origin, Accept-Encoding" });
      if (namesTag(request.get("If-None-Match"), etag)) response.status(304).end();
      else if (request.acceptsEncodings("gzip", "identity") === "gzip") {
        response.set({ "Content-Encoding": "gzip" }).end(gzip);
      } else response.end(text);
    };
    servePath(app, path, { get: [get] }, deps);
  };
  const markdown = ({ path }: Request) => documents().get(path);

  serve("/openapi.json", "application/json", json);
  serve("/api/v1/openapi.json", "application/json", json);
  serve("/docs", "text/html", page);
  serve("/docs/style.css", "text/css", style);
  serve("/docs/docs.js", "text/javascript", script);
  serve("/llms.txt", "text/plain", markdown);
  serve("/docs/glossary.md", "text/markdown", markdown);
  serve("/docs/changelog.md", "text/markdown", markdown);
  serve("/docs/:folder/:name", "text/markdown", markdown);
}
