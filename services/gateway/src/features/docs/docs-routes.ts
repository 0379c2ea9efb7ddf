import type { Express, RequestHandler } from "express";
import type { Deps } from "../../deps";
import { servePath } from "../../http/routing/allowed-methods";
import type { Endpoint } from "../../http/routing/endpoint";
import { renderDocs } from "./docs-page";
import { docsStyle } from "./docs-style";
import { openApiDocument } from "./openapi-document";

/** The page loads its own style and nothing else. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";
const CACHE = "public, max-age=300";

/** `/docs` for people and `openapi.json` for machines, without a token. */
export function addDocsRoutes(
  app: Express,
  endpoints: readonly Endpoint[],
  deps: Pick<Deps, "config" | "rateLimiter">,
): void {
  let made: { readonly json: string; readonly page: string } | undefined;
  const documents = () => {
    if (made !== undefined) return made;
    const document = openApiDocument(endpoints, deps.config.baseUrl);
    made = { json: JSON.stringify(document), page: renderDocs(document) };
    return made;
  };
  const serve = (path: string, type: string, body: () => string) => {
    const get: RequestHandler = (_request, response) => {
      response
        .set({ "Content-Type": `${type}; charset=utf-8`, "Cache-Control": CACHE, Vary: "Origin" })
        .set("Content-Security-Policy", PAGE_POLICY)
        .end(body());
    };
    servePath(app, path, { get: [get] }, deps);
  };

  serve("/openapi.json", "application/json", () => documents().json);
  serve("/api/v1/openapi.json", "application/json", () => documents().json);
  serve("/docs", "text/html", () => documents().page);
  serve("/docs/style.css", "text/css", () => docsStyle);
}
