import { type BlockList, isIP } from "node:net";
import type { z } from "zod";
import { flag } from "./fields";
import { networks } from "./networks";

/** Which client addresses this deployment may call (docs/reference/webhooks.md#addresses). */
export interface EgressRules {
  /** Whether `http:` is allowed, as in development and in tests. */
  readonly allowInsecure: boolean;
  /** Networks that the operator allows in addition to the public internet. */
  readonly allowedNetworks: BlockList;
}

/** The variables of every service that stores or calls such addresses. */
export const egressVariables = {
  WEBHOOK_ALLOW_INSECURE: flag.default(false),
  WEBHOOK_ALLOW_NETWORKS: networks.prefault(""),
};

type EgressEnvironment = z.output<z.ZodObject<typeof egressVariables>>;

/** A rule for the schema's `refine`. */
export const insecureIsForDevelopment = [
  (env: EgressEnvironment & { readonly NODE_ENV: string }): boolean =>
    env.NODE_ENV !== "production" || !env.WEBHOOK_ALLOW_INSECURE,
  { error: "WEBHOOK_ALLOW_INSECURE is allowed only in development and tests" },
] as const;

/** The addresses of webhooks that the environment allows. */
export const egressRules = (env: EgressEnvironment): EgressRules => ({
  allowInsecure: env.WEBHOOK_ALLOW_INSECURE,
  allowedNetworks: env.WEBHOOK_ALLOW_NETWORKS,
});

/** What these rules allow beyond public `https:`, for the log (docs/operations.md#variables). */
export function egressExceptions({
  allowInsecure,
  allowedNetworks,
}: EgressRules): { readonly insecure: boolean; readonly networks: readonly string[] } | undefined {
  const { rules } = allowedNetworks;
  return allowInsecure || rules.length > 0
    ? { insecure: allowInsecure, networks: rules }
    : undefined;
}

/** IPv4 networks outside the public internet (IANA's special-purpose registry, multicast, reserved). */
const special4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** The public part of IPv6, without mapped, translated (NAT64), local and multicast addresses. */
const global6 = "2000::/3";

/** Reserved ranges within the public part: protocols (Teredo, ORCHID), 6to4 and documentation. */
const special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const special = networks.parse([...special4, ...special6].join());
const global = networks.parse(global6);

/** Whether the operator allows any network in addition to the public internet. */
export const allowsNetworks = ({ allowedNetworks }: EgressRules): boolean =>
  allowedNetworks.rules.length > 0;

/** Whether an IP address may be called with `http:`. */
export const mayCallPlain = (address: string, rules: EgressRules): boolean =>
  rules.allowInsecure ? mayCall(address, rules) : isAllowedNetwork(address, rules);

/** Whether an IP address is in a network that the operator allows in addition. */
export function isAllowedNetwork(address: string, { allowedNetworks }: EgressRules): boolean {
  return allowedNetworks.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** Whether an IP address may be called: it is public, or the operator allows it. */
export function mayCall(address: string, rules: EgressRules): boolean {
  // A zone identifies an interface of this machine.
  if (address.includes("%")) return false;
  const family = isIP(address);
  if (family === 0) return false;
  if (isAllowedNetwork(address, rules)) return true;
  const kind = family === 4 ? "ipv4" : "ipv6";
  return (family === 4 || global.check(address, kind)) && !special.check(address, kind);
}

/**
 * An address in ASCII, without parts that are not sent or have no effect (fragment, empty query,
 * trailing dot of the host). Throws if it is invalid.
 */
export function normalizedEndpoint(text: string): string {
  const url = new URL(text);
  url.hash = "";
  if (url.search === "") url.search = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.href;
}

type EndpointProblem =
  | "must be a URL such as https://example.com/path"
  | "must begin with https://"
  | "must not contain a user name or password"
  | "must not be an address of a private network";

/** The problem of a client's address, found without resolving its name, if any. */
export function endpointProblem(text: string, rules: EgressRules): EndpointProblem | undefined {
  if (!URL.canParse(text)) return "must be a URL such as https://example.com/path";
  const url = new URL(text);
  const literal = literalAddress(url);
  if (url.protocol !== "https:" && !mayBePlain(url, literal, rules)) {
    return "must begin with https://";
  }
  if (!canBeReached(url)) return "must be a URL such as https://example.com/path";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  return literal === undefined || mayCall(literal, rules)
    ? undefined
    : "must not be an address of a private network";
}

/** Whether DNS can have the name, and TCP the port (RFC 1035, section 2.3.4). */
function canBeReached({ hostname, port }: URL): boolean {
  const name = hostname.replace(/\.$/, "");
  return port !== "0" && name.length <= 253 && name.split(".").every(isLabel);
}

const isLabel = (label: string): boolean => label.length >= 1 && label.length <= 63;

/** Whether an address without TLS may lead into an allowed network. A name is checked when it is called. */
function mayBePlain({ protocol }: URL, literal: string | undefined, rules: EgressRules): boolean {
  if (protocol !== "http:") return false;
  if (rules.allowInsecure) return true;
  return literal === undefined ? allowsNetworks(rules) : isAllowedNetwork(literal, rules);
}

/** The host of an address if it is an IP address. A name can resolve to any. */
function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) === 0 ? undefined : address;
}
