import { entry } from "../input/fields";
import { asciiDomain } from "../input/texts";
import type { ProblemSentence } from "../refusals/field-problems";

const hostPattern =
  /^(?:\*\.)?(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** A host name. A leading `*.` means its subdomains (docs/reference/access.md#allowed-hosts). */
export const hostEntry = entry()
  .transform((host) =>
    host.startsWith("*.") ? `*.${asciiDomain(host.slice(2))}` : asciiDomain(host),
  )
  .refine(
    (host) => hostPattern.test(host),
    "must be a host name such as example.org or *.example.org" satisfies ProblemSentence,
  );

/** The domain of an e-mail address. */
export const domainEntry = entry()
  .transform((domain) => asciiDomain(domain.replace(/^@/, "")))
  .refine(
    (domain) => !domain.startsWith("*") && hostPattern.test(domain) && domain.includes("."),
    "must be a domain such as example.org" satisfies ProblemSentence,
  );

/** Whether a host is listed. `*.example.org` matches its subdomains, but not example.org itself. */
export function hostListed(host: string, listed: readonly string[]): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return listed.some((entry) =>
    entry.startsWith("*.")
      ? name.endsWith(entry.slice(1)) && name.length > entry.length - 1
      : name === entry,
  );
}
