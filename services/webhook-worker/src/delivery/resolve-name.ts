import { type LookupAddress, promises } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

/** Rejects with `ENOTFOUND` or `ENODATA` without an address, else with `EAI_AGAIN`. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const loopback: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** RFC 6761: these names mean this machine, regardless of DNS responses. */
const isLoopback = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname);

const final: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Creates a resolver that queries DNS directly. The resolver of the system uses a few threads, and
 * a few names with silent servers would block them for all others. Each name is queried once, by a
 * separate resolver. An address family without a response costs 2 s per server at most.
 */
export function createResolve({ servers, local = false, files }: ResolveOptions = {}): Resolve {
  const ask = query(servers);
  return async (hostname) => {
    if (isLoopback(hostname)) return loopback;
    if (!local) return ask(hostname);
    const names = await readLocalNames(files);
    const listed = addressesInHosts(names.hosts, hostname);
    return listed.length > 0 ? listed : firstFound(searchedNames(names.resolver, hostname), ask);
  };
}

interface ResolveOptions {
  /** Addresses of servers with ports. The default is those of the system. */
  readonly servers?: readonly string[];
  /** Whether the hosts file and the search domains of this machine are used. */
  readonly local?: boolean;
  readonly files?: SystemFiles;
}

/** The addresses of the first name that has any. Rejects as the first name does. */
async function firstFound(names: readonly string[], ask: Resolve) {
  const [first = "", ...others] = names;
  try {
    return await ask(first);
  } catch (error) {
    for (const name of others) {
      const found = await ask(name).catch(() => []);
      if (found.length > 0) return found;
    }
    throw error;
  }
}

function query(servers: readonly string[] | undefined): Resolve {
  return async (hostname) => {
    const resolver = new promises.Resolver({ timeout: 2_000, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [
      ...(four.status === "fulfilled" ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === "fulfilled" ? six.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (found.length > 0) return found;
    const reasons = [four, six].flatMap((each) =>
      each.status === "rejected" ? [each.reason] : [],
    );
    const later = reasons.find(({ code }) => !final.has(code));
    throw Object.assign(new Error("the name has no address"), {
      code: later === undefined ? (reasons[0]?.code ?? "ENODATA") : "EAI_AGAIN",
    });
  };
}

/** The files in which the system finds names. */
interface SystemFiles {
  readonly hosts: string;
  readonly resolver: string;
}

const ofSystem: SystemFiles = { hosts: "/etc/hosts", resolver: "/etc/resolv.conf" };

/** Reads both files. They are short, and change while the process runs. A missing file is empty. */
async function readLocalNames(files: SystemFiles = ofSystem): Promise<SystemFiles> {
  const [hosts, resolver] = await Promise.all(
    [files.hosts, files.resolver].map((file) => readFile(file, "utf8").catch(() => "")),
  );
  return { hosts: hosts ?? "", resolver: resolver ?? "" };
}

/** The addresses of a name in a hosts file. */
function addressesInHosts(text: string, hostname: string): readonly LookupAddress[] {
  const wanted = withoutDot(hostname).toLowerCase();
  return linesOf(text).flatMap(([address = "", ...names]) => {
    const family = address.includes("%") ? 0 : isIP(address);
    const isNamed = names.some((name) => name.toLowerCase() === wanted);
    return family !== 0 && isNamed ? [{ address, family }] : [];
  });
}

/** The most search domains, as in the system's resolver. */
const DOMAINS_MAX = 6;

/**
 * The names to ask for, in order: this one, and in the search domains of a `resolv.conf`. A name
 * without a dot is searched first. One with a dot at its end is complete.
 */
function searchedNames(text: string, hostname: string): readonly string[] {
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
