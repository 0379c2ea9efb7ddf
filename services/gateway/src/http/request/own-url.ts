import type { IncomingMessage } from "node:http";
import type { Config } from "../../config";
import { clientAddressOf, isTrusted, plainAddress } from "./client-address";

type Settings = Pick<Config, "baseUrl" | "baseUrls" | "trustedProxies">;

/**
 * The address under which the client reached the service (docs/reference/pages.md#addresses-of-the-service): by
 * `Host`, or by `X-Forwarded-Host` and `X-Forwarded-Proto` of a trusted proxy. The scheme of an
 * address in `BASE_URLS` is known without a proxy. Clients can forge it, so it is only used in the
 * response to the same client, never in mails.
 */
export function ownUrlOf(request: IncomingMessage, settings: Settings): URL {
  const { baseUrl, baseUrls, trustedProxies } = settings;
  // What the browser says of a page of this service itself, even if proxies changed the rest.
  const { "sec-fetch-site": site, origin } = request.headers;
  if (site === "same-origin" && origin !== undefined && URL.canParse(origin))
    return new URL(origin);
  const {
    host = "",
    "x-forwarded-host": outerHost,
    "x-forwarded-proto": outerScheme,
  } = request.headers;
  const isForwarded =
    (outerHost !== undefined || outerScheme !== undefined) &&
    isTrusted(plainAddress(request.socket.remoteAddress ?? ""), trustedProxies);
  const requested = (isForwarded && firstOf(outerHost)) || host;
  const scheme = isForwarded ? firstOf(outerScheme) : undefined;
  const known = baseUrls.find((url) => url.host === requested.toLowerCase());
  if (known !== undefined && (scheme === undefined || `${scheme}:` === known.protocol))
    return known;
  return urlOf(scheme === "https" ? "https" : "http", requested) ?? new URL(baseUrl.origin);
}

/** The value of the outermost proxy. */
const firstOf = (header: string | readonly string[] | undefined): string | undefined =>
  header?.toString().split(",", 1)[0]?.trim();

/** Undefined for a text that is not a host alone. */
function urlOf(scheme: "http" | "https", host: string): URL | undefined {
  const text = `${scheme}://${host}`;
  if (!/^[^/?#@\\\s]+$/.test(host) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

/** How the service sees a request, for `ops doctor --from` (docs/reference/pages.md#addresses-of-the-service). */
export function seenRequest(request: IncomingMessage, settings: Settings) {
  const { baseUrls, trustedProxies } = settings;
  const peer = plainAddress(request.socket.remoteAddress ?? "");
  const client = clientAddressOf(request, trustedProxies);
  const isForwarded = request.headers["x-forwarded-for"] !== undefined;
  return {
    url: ownUrlOf(request, settings).origin,
    base_urls: [...new Set(baseUrls.map(({ origin }) => origin))],
    client_address: client,
    ...(isForwarded && !isTrusted(peer, trustedProxies) && { untrusted_proxy: peer }),
    client_is_trusted_proxy: isTrusted(client, trustedProxies),
  };
}
