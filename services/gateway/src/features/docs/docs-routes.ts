import type { Express, RequestHandler } from "express";
import type { Deps } from "../../deps";
import { etagOf, namesTag } from "../../http/replies/etag";
import { servePath } from "../../http/routing/allowed-methods";
import type { Endpoint } from "../../http/routing/endpoint";
import { renderDocs } from "./docs-page";
import { docsStyle } from "./docs-style";
import { openApiDocument } from "./openapi-document";

/** The page loads its own style and nothing else. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";
const CACHE = "public, max-age=300";

/** A text with its tag (docs/reference/requests.md#versions-of-answers). */
interface Served {
  readonly text: string;
  readonly etag: string;
}

const served = (text: string): Served => ({ text, etag: etagOf(text) });
const style = served(docsStyle);

/** `/docs` for people and `openapi.json` for machines, without a token. */
export function addDocsRoutes(
  app: Express,
  endpoints: readonly Endpoint[],
  deps: Pick<Deps, "config" | "rateLimiter">,
): void {
  let made: { readonly json: Served; readonly page: Served } | undefined;
  const documents = () => {
    if (made !== undefined) return made;
    const document = openApiDocument(endpoints, deps.config.baseUrl);
    made = { json: served(JSON.stringify(document)), page: served(renderDocs(document)) };
    return made;
  };
  const serve = (path: string, type: string, body: () => Served) => {
    const get: RequestHandler = (request, response) => {
      const { text, etag } = body();
      response
        .set({ "Content-Type": `${type}; charset=utf-8`, "Cache-Control": CACHE, Vary: "Origin" })
        .set({ "Content-Security-Policy": PAGE_POLICY, ETag: etag });
      if (namesTag(request.get("If-None-Match"), etag)) response.status(304).end();
      else response.end(text);
    };
    servePath(app, path, { get: [get] }, deps);
  };

  serve("/openapi.json", "application/json", () => documents().json);
  serve("/api/v1/openapi.json", "application/json", () => documents().json);
  serve("/docs", "text/html", () => documents().page);
  serve("/docs/style.css", "text/css", () => style);
}
