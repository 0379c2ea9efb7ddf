import { type LookupAddress, promises } from "node:dns";

/** Resolves a name. Rejects with `ENOTFOUND` or `ENODATA` if it has no address, else `EAI_AGAIN`. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const loopback: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** RFC 6761: these names are this machine, for any answer of a server. */
const isLoopback = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname);

const final: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Asks DNS itself, and not the system: that runs on a few threads, which a few names whose servers do not
 * answer would keep from all others. Each name is asked for once, by a resolver of its own: a kind of address
 * that no server answers for costs 2 s a server and no more. The machine's own table of hosts is not used.
 *
 * @param servers addresses of servers with their ports; without it those of the system
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    if (isLoopback(hostname)) return loopback;
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
