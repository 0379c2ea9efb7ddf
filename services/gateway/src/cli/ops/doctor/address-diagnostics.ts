import { BaseUrl } from "@polls/config";
import { type DiagnosticResult, type Finding, failed, ok, warning } from "@polls/runtime";
import { z } from "zod";

const DEADLINE_MS = 5_000;

/** What a gateway says of the request (docs/reference/pages.md#addresses-of-the-service). */
const Seen = z.object({
  url: z.string(),
  base_urls: z.array(z.string()),
  client_address: z.string(),
  untrusted_proxy: z.string().optional(),
  client_is_trusted_proxy: z.boolean(),
});

type SeenRequest = z.output<typeof Seen>;

/** Asks the service at a public address how it sees the request, and judges the answer. */
export async function diagnoseAddress(from: URL): Promise<readonly DiagnosticResult[]> {
  const seen = await ask(new URL(new BaseUrl(from.href).url("/session/seen")));
  return "state" in seen ? [{ check: "address", ...seen }] : judgeSeen(from, seen);
}

async function ask(url: URL): Promise<SeenRequest | Finding> {
  const remedy = "check the name, the proxy and its certificate";
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const seen = Seen.safeParse(await response.json().catch(() => undefined));
    return seen.success
      ? seen.data
      : failed(`${url.origin} answers ${response.status}, and is not this service`, remedy);
  } catch (error) {
    const { message, cause } = error as Error;
    return failed(
      `${url.origin} does not answer: ${cause instanceof Error ? cause.message : message}`,
      remedy,
    );
  }
}

/** Whether the service sees the address, the scheme and the client of a request as they are. */
export const judgeSeen = (from: URL, seen: SeenRequest): readonly DiagnosticResult[] => [
  { check: "address", ...judgeUrl(from, new URL(seen.url)) },
  { check: "links", ...judgeBaseUrls(from, seen.base_urls) },
  { check: "client address", ...judgeClient(seen) },
];

function judgeUrl(from: URL, url: URL): Finding {
  if (url.origin === from.origin) return ok(`the service sees ${url.origin}`);
  const headers = url.host === from.host ? "X-Forwarded-Proto" : "Host, or X-Forwarded-Host";
  return failed(
    `the service sees ${url.origin} in place of ${from.origin}`,
    `let the proxy pass ${headers}, and name the proxy in TRUSTED_PROXIES`,
  );
}

function judgeBaseUrls(from: URL, urls: readonly string[]): Finding {
  const [first = ""] = urls;
  if (first === from.origin) return ok(`links and mails begin with ${first}`);
  return warning(
    `links and mails begin with ${first}`,
    urls.includes(from.origin)
      ? "set BASE_URL, if everybody should use this address"
      : "set BASE_URL if everybody should use this address, else add it to BASE_URLS",
  );
}

function judgeClient(seen: SeenRequest): Finding {
  const { client_address: client, untrusted_proxy: proxy } = seen;
  if (proxy !== undefined) {
    return failed(
      `the proxy ${proxy} is taken for the client, so all visitors are one`,
      `add ${proxy} to TRUSTED_PROXIES`,
    );
  }
  if (seen.client_is_trusted_proxy) {
    return warning(
      `the client is ${client}, an address of TRUSTED_PROXIES`,
      "if it is not the address of this machine, let the proxies append to X-Forwarded-For",
    );
  }
  return ok(`the client is ${client}`);
}
