import { hostListed } from "../polls/hosts";

/**
 * Whether a page at `origin` may use the poll (docs/reference/access.md#allowed-hosts). Undefined: the
 * request does not come from a page.
 */
export function originAllowed(
  origin: string | undefined,
  allowedHosts: readonly string[],
  ownHost: string,
): boolean {
  if (origin === undefined || allowedHosts.length === 0) return true;
  const host = hostOf(origin);
  return host !== undefined && (host === ownHost.toLowerCase() || hostListed(host, allowedHosts));
}

function hostOf(origin: string): string | undefined {
  try {
    const { hostname, protocol } = new URL(origin);
    return protocol === "https:" || protocol === "http:" ? hostname : undefined;
  } catch {
    return undefined;
  }
}
