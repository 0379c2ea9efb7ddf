import type { BaseUrl, PathBelow } from "@polls/config";
import { NotFound } from "@polls/domain/refusals";
import type { Express, RequestHandler, Response } from "express";
import type { Deps } from "../../deps";
import { servePath } from "../../http/routing/allowed-methods";
import { renderPage } from "../../pages/page-shell";
import { type DevMessage, inboxPage, messagePage, REFRESH_SECONDS } from "./inbox-page";

const DEADLINE_MS = 5_000;
/** Of pages that show a mail in a frame, which runs no scripts and only opens new windows. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Serves a page only to its own origin, because mails contain links that sign in. Another site
 * cannot read the page, not even under a host name that resolves to this machine.
 */
const forThisMachine =
  ({ hostname }: BaseUrl): RequestHandler =>
  ({ headers }, response, next) => {
    response.removeHeader("Access-Control-Allow-Origin");
    response.removeHeader("Access-Control-Expose-Headers");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    const host = urlOf(`http://${headers.host ?? ""}`);
    const named = host !== undefined && (LOOPBACK.has(host.hostname) || host.hostname === hostname);
    const isOwnOrigin = headers.origin === undefined || urlOf(headers.origin)?.host === host?.host;
    if (!named || !isOwnOrigin) throw new NotFound("Page");
    next();
  };

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined);

/** `/dev/mail` is the inbox of a developer's machine. It exists only if it is configured. */
export function addDevMailRoutes(app: Express, deps: Pick<Deps, "config" | "rateLimiter">): void {
  const { config } = deps;
  const sink = config.devMailUrl;
  if (sink === undefined || config.production) return;

  const at = (path: PathBelow) => config.baseUrl.path(path);
  const ask = (path: string) =>
    fetch(`${sink}${path}`, { signal: AbortSignal.timeout(DEADLINE_MS) });
  const messages = async () => (await (await ask("/messages")).json()) as readonly DevMessage[];
  const one = async (id: string) => (await messages()).find((message) => message.id === id);
  const sendHtml = (response: Response, markup: string, policy = PAGE_POLICY, status = 200) => {
    response
      .status(status)
      .set({ "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy })
      .end(markup);
  };

  const serve = (path: string, get: (id: string, response: Response) => Promise<unknown>) => {
    const handler: RequestHandler = (request, response) =>
      get(String(request.params.id ?? ""), response);
    servePath(app, path, { get: [forThisMachine(config.baseUrl), handler] }, deps);
  };

  serve("/dev/mail/messages", async (_id, response) => response.json(await messages()));
  serve("/dev/mail", async (_id, response) => {
    response.set("Refresh", String(REFRESH_SECONDS));
    sendHtml(response, renderPage(inboxPage(await messages(), at)));
  });
  serve("/dev/mail/:id", async (id, response) => {
    const page = messagePage(await one(id), at);
    sendHtml(response, renderPage(page), PAGE_POLICY, page.status);
  });
  serve("/dev/mail/:id/html", async (id, response) => {
    const { html = "" } = (await one(id)) ?? {};
    // Pages of the service open in no frame.
    sendHtml(
      response,
      html.replace(/^(<!doctype[^>]*>)?/i, '$&<base target="_blank">'),
      MAIL_POLICY,
    );
  });
  serve("/dev/mail/:id/source", async (id, response) => {
    const source = await ask(`/messages/${encodeURIComponent(id)}/source`);
    response
      .status(source.status)
      .set("Content-Type", "text/plain; charset=utf-8")
      .end(Buffer.from(await source.arrayBuffer()));
  });
}
