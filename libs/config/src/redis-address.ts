interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** Redis behind other servers (docs/operations.md#redis-that-survives-a-server). */
interface RedisNodes {
  readonly nodes: readonly RedisNode[];
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** The address of Redis: one server, the primary of a group with sentinels, or a cluster. */
export type RedisAddress =
  | { readonly kind: "server"; readonly url: string }
  | (RedisNodes & {
      readonly kind: "sentinel";
      /** The name of the primary. */
      readonly name: string;
      readonly sentinelPassword: string | undefined;
    })
  | (RedisNodes & { readonly kind: "cluster" });

/** An address with several hosts. It is not a standard URL, so this expression parses it. */
const severalHosts =
  /^redis(s?)\+(sentinel|cluster):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/?]+)(?:\/([^/?]*))?(?:\?(.*))?$/;

const usualPort = { sentinel: 26_379, cluster: 6_379 } as const;

/**
 * Parses an address of Redis. Returns undefined if it is malformed.
 *
 * - `redis://host:6379`, or `rediss://` for TLS;
 * - `redis+sentinel://:password@host:26379,host,host/name`, with `?sentinel_password=`;
 * - `redis+cluster://:password@host:6379,host,host`.
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  const found = severalHosts.exec(text);
  if (found === null) return isServer(text) ? { kind: "server", url: text } : undefined;
  if (!isWellEncoded(text)) return undefined;
  const [, secure, kind, username, password, hosts = "", name = "", query] = found;
  const nodes = hosts
    .split(",")
    .map((host) => nodeOf(host, usualPort[kind as keyof typeof usualPort]));
  if (!nodes.every((node) => node !== undefined)) return undefined;
  const several = {
    nodes,
    tls: secure === "s",
    username: textOf(username),
    password: textOf(password),
  };
  if (kind === "cluster") return name === "" ? { kind, ...several } : undefined;
  if (name === "") return undefined;
  const sentinelPassword = new URLSearchParams(query).get("sentinel_password") ?? undefined;
  return { kind: "sentinel", ...several, name: decodeURIComponent(name), sentinelPassword };
}

function isServer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== "";
}

function nodeOf(text: string, port: number): RedisNode | undefined {
  const address = `redis://${text}`;
  if (text === "" || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  // Brackets of an IPv6 address are part of the URL, not of the host.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return { host, port: url.port === "" ? port : Number(url.port) };
}

function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const textOf = (encoded: string | undefined): string | undefined =>
  encoded === undefined || encoded === "" ? undefined : decodeURIComponent(encoded);
