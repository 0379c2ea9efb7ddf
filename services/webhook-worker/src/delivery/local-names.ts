import type { LookupAddress } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

/** The files in which the system finds names. */
export interface SystemFiles {
  readonly hosts: string;
  readonly resolver: string;
}

const ofSystem: SystemFiles = { hosts: "/etc/hosts", resolver: "/etc/resolv.conf" };

/** Reads both files. They are short, and change while the process runs. A missing file is empty. */
export async function readLocalNames(files: SystemFiles = ofSystem): Promise<SystemFiles> {
  const [hosts, resolver] = await Promise.all(
    [files.hosts, files.resolver].map((file) => readFile(file, "utf8").catch(() => "")),
  );
  return { hosts: hosts ?? "", resolver: resolver ?? "" };
}

/** The addresses of a name in a hosts file. */
export function addressesInHosts(text: string, hostname: string): readonly LookupAddress[] {
  const wanted = withoutDot(hostname).toLowerCase();
  return linesOf(text).flatMap(([address = "", ...names]) => {
    const family = address.includes("%") ? 0 : isIP(address);
    const isNamed = names.some((name) => name.toLowerCase() === wanted);
    return family !== 0 && isNamed ? [{ address, family }] : [];
  });
}

/** The most search domains, as in the system's resolver. */
const DOMAINS_MAX = 6;

/** The names to ask for: this one, and in the search domains of a `resolv.conf`. */
export function searchedNames(text: string, hostname: string): readonly string[] {
  if (hostname.endsWith(".")) return [hostname];
  const lines = linesOf(text).filter(([key]) => key === "search" || key === "domain");
  const [, ...domains] = lines.at(-1) ?? [];
  const searched = domains
    .slice(0, DOMAINS_MAX)
    .map((domain) => `${hostname}.${withoutDot(domain)}`);
  return hostname.includes(".") ? [hostname, ...searched] : [...searched, hostname];
}

const withoutDot = (name: string): string => name.replace(/\.$/, "");

/** The words of each line, without comments. */
const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split("\n")
    .map((line) =>
      line
        .replace(/[#;].*/, "")
        .trim()
        .split(/\s+/),
    )
    .filter(([first]) => first !== "");
