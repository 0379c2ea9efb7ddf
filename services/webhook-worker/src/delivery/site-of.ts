import { isIP } from "node:net";

/** Names under which countries register sites, such as `co` in `example.co.uk`. */
const secondLevels: ReadonlySet<string | undefined> = new Set(
  "ac co com edu go gob gouv gov ltd me mil ne net nom or org plc sch".split(" "),
);

/**
 * The registered domain of an address, for any subdomain, port and path, or the network of an
 * IP address (docs/reference/webhooks.md#pace). All sites under one provider's domain are one.
 */
export function siteOf(url: string): string {
  const { hostname } = new URL(url);
  if (hostname.startsWith("[")) return "ipv6";
  if (isIP(hostname) === 4) return `${hostname.split(".").slice(0, 3).join(".")}.0/24`;
  const labels = hostname.split(".").filter((label) => label !== "");
  const ofCountry = labels.at(-1)?.length === 2 && secondLevels.has(labels.at(-2));
  return labels.slice(ofCountry ? -3 : -2).join(".");
}
