import type { Express, RequestHandler } from "express";
import type { Deps } from "../../deps";
import type { Endpoint } from "../../http/routing/endpoint";
import { noteRequest } from "../../http/server/request-log";
import { renderDocs } from "./docs-page";
import { docsStyle } from "./docs-style";
import { openApiDocument } from "./openapi-document";

/** The page shows itself, in its own style, and does nothing else. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";
const CACHE = "public, max-age=300";

/** `/docs` for people and `openapi.json` for machines; neither needs a token. */
export function mountDocs(app: Express, endpoints: readonly Endpoint[], { config }: Deps): void {
  let made: { readonly json: string; readonly page: string } | undefined;
  const documents = () => {
    if (made !== undefined) return made;
    const document = openApiDocument(endpoints, config.baseUrl);
    made = { json: JSON.stringify(document), page: renderDocs(document) };
    return made;
  };
  const serve =
    (type: string, body: () => string): RequestHandler =>
    (request, response) => {
      noteRequest(response, { route: request.path });
      response
        .set({ "Content-Type": `${type}; charset=utf-8`, "Cache-Control": CACHE, Vary: "Origin" })
        .set("Content-Security-Policy", PAGE_POLICY)
        .end(body());
    };

  app.get(
    ["/openapi.json", "/api/v1/openapi.json"],
    serve("application/json", () => documents().json),
  );
  app.get(
    "/docs",
    serve("text/html", () => documents().page),
  );
  app.get(
    "/docs/style.css",
    serve("text/css", () => docsStyle),
  );
}
