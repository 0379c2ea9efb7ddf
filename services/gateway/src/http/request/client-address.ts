import type { IncomingMessage } from "node:http";
import { type BlockList, isIP, isIPv4 } from "node:net";

/**
 * The address of the client: the rightmost address in `X-Forwarded-For` that is no trusted proxy
 * (docs/reference/requests.md#client-address). Clients can forge everything to its left. Written by
 * hand, because `proxy-addr` accepts any text as an address, also one with a port.
 */
export function clientAddressOf(request: IncomingMessage, trustedProxies: BlockList): string {
  let client = plainAddress(request.socket.remoteAddress ?? "");
  const forwarded = request.headers["x-forwarded-for"];
  if (forwarded === undefined) return client;
  const hops = (Array.isArray(forwarded) ? forwarded.join(",") : forwarded).split(",");
  for (
    let hop = hops.pop();
    hop !== undefined && isTrusted(client, trustedProxies);
    hop = hops.pop()
  ) {
    const address = plainAddress(hop.trim());
    if (isIP(address) === 0) break;
    client = address;
  }
  return client;
}

/** Without the port and brackets that some proxies add. IPv4 in IPv6 form becomes IPv4. */
export function plainAddress(text: string): string {
  if (isIPv4(text)) return text;
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "").toLowerCase();
}

export function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trustedProxies.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** The unit that limits count: one client owns the whole /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = "", after] = (address.split("%", 1)[0] ?? "").split("::");
  const left = before === "" ? [] : before.split(":");
  const right = after === undefined || after === "" ? [] : after.split(":");
  const groups = [
    ...left,
    ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"),
    ...right,
  ];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
