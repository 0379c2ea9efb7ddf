// Covers docs/reference/requests.md: client-address, rate-limits
// Covers docs/reliability.md: rate-limits

import type { IncomingMessage } from "node:http";
import { BlockList } from "node:net";
import { clientAddressOf, networkOf } from "./client-address";

const proxies = new BlockList();
proxies.addSubnet("10.0.0.0", 8, "ipv4");
proxies.addAddress("::1", "ipv6");

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

describe("the client address", () => {
  test.each<[string, string, string | undefined, string]>([
    ["is the address of the connection", "203.0.113.7", undefined, "203.0.113.7"],
    [
      "is not taken from a header of an untrusted client",
      "203.0.113.7",
      "198.51.100.1",
      "203.0.113.7",
    ],
    ["is taken from the header of a trusted proxy", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [
      "is the last address in the header that is no trusted proxy",
      "10.0.0.1",
      "1.1.1.1, 198.51.100.1, 10.0.0.2",
      "198.51.100.1",
    ],
    [
      "of a request without the header is that of the trusted proxy itself",
      "10.0.0.1",
      undefined,
      "10.0.0.1",
    ],
    [
      "is not searched beyond an entry that is no address",
      "10.0.0.1",
      "198.51.100.1, unknown",
      "10.0.0.1",
    ],
    ["may have a port in the header", "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
    ["may be in brackets in the header", "10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"],
    [
      "is IPv4 also on a dual-stack socket",
      "::ffff:10.0.0.1",
      "::ffff:198.51.100.1",
      "198.51.100.1",
    ],
    ["may be forwarded over IPv6", "::1", "2001:DB8::7", "2001:db8::7"],
  ])("%s", (_case, remote, forwarded, expected) => {
    expect(clientAddressOf(request(remote, forwarded), proxies)).toBe(expected);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::ffff", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("limits of %s count for %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
