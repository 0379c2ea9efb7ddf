// Covers docs/reliability.md: outgoing-requests

import { z } from "zod";
import {
  type EgressRules,
  egressExceptions,
  egressRules,
  egressVariables,
  endpointProblem,
  mayCall,
} from "./egress";
import { parseEnv } from "./parse-env";

const rulesOf = (env: Readonly<Record<string, string>> = {}): EgressRules =>
  egressRules(parseEnv(z.object(egressVariables), env));
const usual = rulesOf();

test.each([
  ["a public address", "93.184.216.34"],
  ["the last before a private network", "9.255.255.255"],
  ["the first after a private network", "172.32.0.0"],
  ["the first after those of carriers", "100.128.0.0"],
  ["the last before multicast", "223.255.255.255"],
  ["a public IPv6 address", "2606:2800:220:1:248:1893:25c8:1946"],
  ["the first after the protocols' IPv6 addresses", "2001:200::1"],
])("%s may be called: %s", (_what, address) => {
  expect(mayCall(address, usual)).toBe(true);
});

test.each([
  ["this network", "0.0.0.0"],
  ["this network, elsewhere", "0.1.2.3"],
  ["private, class A", "10.0.0.1"],
  ["private, class A, its end", "10.255.255.255"],
  ["shared by carriers", "100.64.0.1"],
  ["shared by carriers, its end", "100.127.255.255"],
  ["loopback", "127.0.0.1"],
  ["loopback, elsewhere", "127.8.8.8"],
  ["link-local, where clouds keep credentials", "169.254.169.254"],
  ["private, class B", "172.16.0.1"],
  ["private, class B, its end", "172.31.255.255"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation 1", "192.0.2.1"],
  ["6to4 relays", "192.88.99.1"],
  ["private, class C", "192.168.1.1"],
  ["benchmarks", "198.18.0.1"],
  ["benchmarks, its end", "198.19.255.255"],
  ["documentation 2", "198.51.100.1"],
  ["documentation 3", "203.0.113.1"],
  ["multicast", "224.0.0.1"],
  ["multicast, its end", "239.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified, IPv6", "::"],
  ["loopback, IPv6", "::1"],
  ["mapped loopback", "::ffff:127.0.0.1"],
  ["mapped loopback in hexadecimal", "::ffff:7f00:1"],
  ["mapped private", "::ffff:10.0.0.1"],
  ["mapped public", "::ffff:93.184.216.34"],
  ["compatible loopback", "::127.0.0.1"],
  ["NAT64", "64:ff9b::7f00:1"],
  ["local NAT64", "64:ff9b:1::1"],
  ["discard-only", "100::1"],
  ["Teredo", "2001::1"],
  ["ORCHID", "2001:20::1"],
  ["documentation, IPv6", "2001:db8::1"],
  ["6to4", "2002:7f00:1::1"],
  ["documentation, the newer", "3fff::1"],
  ["segment routing", "5f00::1"],
  ["unique local", "fc00::1"],
  ["unique local, assigned", "fd12:3456:789a::1"],
  ["link-local, IPv6", "fe80::1"],
  ["link-local with an interface", "fe80::1%lo"],
  ["site-local", "fec0::1"],
  ["multicast, IPv6", "ff02::1"],
  ["no address", "localhost"],
  ["nothing", ""],
])("%s may not be called: %s", (_what, address) => {
  expect(mayCall(address, usual)).toBe(false);
});

test.each([
  ["nothing", {}, undefined],
  [
    "a network",
    { WEBHOOK_ALLOW_NETWORKS: "10.1.0.0/16" },
    { insecure: false, networks: ["Subnet: IPv4 10.1.0.0/16"] },
  ],
  ["http", { WEBHOOK_ALLOW_INSECURE: "1" }, { insecure: true, networks: [] }],
])("the log of a start reports that it allows %s", (_what, env, told) => {
  expect(egressExceptions(rulesOf(env))).toEqual(told);
});

test("only networks that the operator configured are allowed", () => {
  const rules = rulesOf({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8, fd00::/8" });
  const addresses = ["127.0.0.1", "fd00::1", "10.0.0.1", "::1", "fc00::1"];
  expect(addresses.map((address) => mayCall(address, rules))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ["https://example.com/hook?a=b", undefined],
  ["https://example.com:8443/", undefined],
  ["https://93.184.216.34/", undefined],
  ["http://example.com/", "must begin with https://"],
  ["ftp://example.com/", "must begin with https://"],
  ["file:///etc/passwd", "must begin with https://"],
  ["https://user:word@example.com/", "must not contain a user name or password"],
  ["https://user@example.com/", "must not contain a user name or password"],
  ["https://127.0.0.1/", "must not be an address of a private network"],
  ["https://2130706433/", "must not be an address of a private network"],
  ["https://0x7f.1/", "must not be an address of a private network"],
  ["https://0177.0.0.1/", "must not be an address of a private network"],
  ["https://127.1/", "must not be an address of a private network"],
  ["https://[::1]/", "must not be an address of a private network"],
  ["https://[::ffff:127.0.0.1]/", "must not be an address of a private network"],
  ["https://１２７.0.0.1/", "must not be an address of a private network"],
  ["example.com", "must be a URL such as https://example.com/path"],
  ["https://", "must be a URL such as https://example.com/path"],
  ["https://a..b/", "must be a URL such as https://example.com/path"],
  ["https://.example.com/", "must be a URL such as https://example.com/path"],
  ["https://./", "must be a URL such as https://example.com/path"],
  ["https://example.com../", "must be a URL such as https://example.com/path"],
  ["https://example.com:0/", "must be a URL such as https://example.com/path"],
  [`https://${"a".repeat(64)}.com/`, "must be a URL such as https://example.com/path"],
  [`https://${"a.".repeat(127)}com/`, "must be a URL such as https://example.com/path"],
  ["https://example.com./", undefined],
  [`https://${"a".repeat(63)}.com/`, undefined],
  [`https://${"a.".repeat(125)}com/`, undefined],
  ["https://[2606:2800:220:1:248:1893:25c8:1946]/", undefined],
])("%s", (url, problem) => {
  expect(endpointProblem(url, usual)).toBe(problem);
});

test("plain http is allowed only if the operator allows it", () => {
  const rules = rulesOf({ WEBHOOK_ALLOW_INSECURE: "1" });
  expect(endpointProblem("http://example.com/", rules)).toBeUndefined();
  expect(endpointProblem("http://127.0.0.1/", rules)).toBe(
    "must not be an address of a private network",
  );
});

test.each<[string, string | undefined]>([
  ["http://10.1.2.3/", undefined],
  ["http://erp.lan/", undefined],
  ["http://10.2.2.3/", "must begin with https://"],
  ["http://93.184.216.34/", "must begin with https://"],
  ["ftp://erp.lan/", "must begin with https://"],
])("with an allowed network, %s has the problem: %s", (url, problem) => {
  const rules = rulesOf({ WEBHOOK_ALLOW_NETWORKS: "10.1.0.0/16" });
  expect(endpointProblem(url, rules)).toBe(problem);
});
