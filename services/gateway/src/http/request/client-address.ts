import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";

/**
 * The address of the client: of the connection, or what trusted proxies say (decisions 2). Read
 * from the right, the first address that no trusted proxy holds; what stands left of it anybody
 * may have written.
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

/** Without the port and brackets some proxies add, and IPv4 as IPv4. */
function plainAddress(text: string): string {
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "").toLowerCase();
}

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trustedProxies.check(address, family === 4 ? "ipv4" : "ipv6");
}

/**
 * What one household or host counts as in limits: an IPv4 address, of IPv6 the /64 network, since
 * whoever has one address of it has them all.
 */
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
