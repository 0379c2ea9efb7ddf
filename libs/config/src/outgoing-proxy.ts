import { type BlockList, isIP } from "node:net";
import { z } from "zod";
import { networks } from "./networks";

/** The proxy of outgoing `https:` connections (docs/operations.md#an-outgoing-proxy). */
export interface OutgoingProxy {
  /** Its address, which can have a user name and a password. */
  readonly url: URL;
  readonly exceptions: ProxyExceptions;
}

/** The destinations of `NO_PROXY`. */
export interface ProxyExceptions {
  readonly all: boolean;
  readonly networks: BlockList;
  /** Each stands for itself and its subdomains, with all ports or one. */
  readonly domains: readonly { readonly name: string; readonly port: number | undefined }[];
}

const proxyUrl = z.string().transform((text, context): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isProxy =
    url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== "" && isDecodable(url);
  if (isProxy && url.pathname === "/" && url.search === "") return url;
  context.addIssue({
    code: "custom",
    message: "must be an address like http://proxy.example.com:3128",
  });
  return z.NEVER;
});

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const domain = /^(?:\*?\.)?([\w-]+(?:\.[\w-]+)*)\.?(?::(\d{1,5}))?$/;

const proxyExceptions = z.string().transform((text, context): ProxyExceptions => {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const named = parts.filter((part) => part !== "*" && !isNetwork(part));
  const domains = named.flatMap((part) => {
    const [, name, port] = domain.exec(part) ?? [];
    return name === undefined
      ? []
      : [{ name: name.toLowerCase(), port: port === undefined ? undefined : Number(port) }];
  });
  const found = networks.safeParse(parts.filter(isNetwork).map(withoutBrackets).join());
  if (found.success && domains.length === named.length) {
    return { all: parts.includes("*"), networks: found.data, domains };
  }
  context.addIssue({
    code: "custom",
    message: "must be names and networks such as example.com, 10.0.0.0/8, separated by commas",
  });
  return z.NEVER;
});

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

const isNetwork = (part: string): boolean =>
  part.includes("/") || isIP(withoutBrackets(part)) !== 0;

/** The variables of every program that calls servers. */
export const proxyVariables = {
  HTTPS_PROXY: proxyUrl.optional(),
  NO_PROXY: proxyExceptions.prefault(""),
};

/** The proxy of the environment. Undefined if there is none. */
export const outgoingProxy = ({
  HTTPS_PROXY,
  NO_PROXY,
}: z.output<z.ZodObject<typeof proxyVariables>>): OutgoingProxy | undefined =>
  HTTPS_PROXY === undefined ? undefined : { url: HTTPS_PROXY, exceptions: NO_PROXY };

const loopback = networks.parse("127.0.0.0/8,::1");

/** Whether connections to this destination use the proxy. Those to this machine never do. */
export function usesProxy({ exceptions }: OutgoingProxy, host: string, port: number): boolean {
  const name = withoutBrackets(host).toLowerCase().replace(/\.$/, "");
  if (exceptions.all) return false;
  const family = isIP(name);
  if (family !== 0) {
    const kind = family === 4 ? "ipv4" : "ipv6";
    return ![loopback, exceptions.networks].some((list) => list.check(name, kind));
  }
  const isNamed = [{ name: "localhost", port: undefined }, ...exceptions.domains].some(
    (each) =>
      (each.port ?? port) === port && (name === each.name || name.endsWith(`.${each.name}`)),
  );
  return !isNamed;
}
