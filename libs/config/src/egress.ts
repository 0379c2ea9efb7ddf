import { type BlockList, isIP } from "node:net";
import type { z } from "zod";
import { flag } from "./fields";
import { networks } from "./networks";

/** Where this deployment's services may be sent by addresses that clients name (ADR 0014). */
export interface EgressRules {
  /** Whether `http:` will do: on a developer's machine and in tests. */
  readonly allowInsecure: boolean;
  /** What the operator allows beside the public internet. */
  readonly allowedNetworks: BlockList;
}

/** The variables of every service that takes or calls such addresses. */
export const egressVariables = {
  WEBHOOK_ALLOW_INSECURE: flag.default(false),
  WEBHOOK_ALLOW_NETWORKS: networks.prefault(""),
};

type EgressEnvironment = z.output<z.ZodObject<typeof egressVariables>>;

/** For the schema's `refine`. */
export const insecureIsForDevelopment = [
  (env: EgressEnvironment & { readonly NODE_ENV: string }): boolean =>
    env.NODE_ENV !== "production" || !env.WEBHOOK_ALLOW_INSECURE,
  { error: "WEBHOOK_ALLOW_INSECURE is for development and tests: events are sent encrypted" },
] as const;

export const egressRules = (env: EgressEnvironment): EgressRules => ({
  allowInsecure: env.WEBHOOK_ALLOW_INSECURE,
  allowedNetworks: env.WEBHOOK_ALLOW_NETWORKS,
});

/** IPv4 networks that are not the public internet (IANA's special-purpose registry, multicast, reserved). */
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

/** Of the IPv6 space only this is given out; mapped, translated (NAT64), local and multicast lie outside. */
const global6 = "2000::/3";

/** What within it is for protocols (Teredo, ORCHID), 6to4 and documentation. */
const special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const special = networks.parse([...special4, ...special6].join());
const global = networks.parse(global6);

/** Whether an address (not a name) may be connected to: public, or allowed by the operator. */
export function mayCall(address: string, { allowedNetworks }: EgressRules): boolean {
  // A zone names an interface of this machine.
  if (address.includes("%")) return false;
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 4 ? "ipv4" : "ipv6";
  if (allowedNetworks.check(address, kind)) return true;
  return (family === 4 || global.check(address, kind)) && !special.check(address, kind);
}

/** What is wrong with an address that a client names, as far as it tells by itself; undefined: nothing. */
export function endpointProblem(text: string, rules: EgressRules): string | undefined {
  if (!URL.canParse(text)) return "must be an address like https://example.com/path";
  const url = new URL(text);
  const schemes = rules.allowInsecure ? ["https:", "http:"] : ["https:"];
  if (!schemes.includes(url.protocol)) return "must begin with https://";
  if (url.username !== "" || url.password !== "") return "must not hold a user name or password";
  const literal = literalAddress(url);
  return literal === undefined || mayCall(literal, rules)
    ? undefined
    : "must not be an address of a private network";
}

/** The host of an address where it is an IP address and no name; names may lead anywhere, at any time. */
function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) === 0 ? undefined : address;
}
