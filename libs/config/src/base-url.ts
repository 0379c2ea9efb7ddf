import { z } from "zod";

declare const prefixed: unique symbol;

/** A path on the host of the service, with the path of `BASE_URL`. Only `BaseUrl` makes one. */
export type OwnPath = string & { readonly [prefixed]: true };

/** A path below the path of `BASE_URL`. */
export type PathBelow = `/${string}`;

/** `BASE_URL`. All paths given out are made here, below its path (docs/proxies.md#below-a-path). */
export class BaseUrl {
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
  /** The path without a slash at its end: `/polls`, or empty. */
  readonly prefix: string;

  constructor(text: string) {
    const { protocol, host, hostname, origin, pathname } = new URL(text);
    this.protocol = protocol;
    this.host = host;
    this.hostname = hostname;
    this.origin = origin;
    this.prefix = pathname.replace(/\/+$/, "");
  }

  /** The whole address, without a slash at its end. */
  get href(): string {
    return this.origin + this.prefix;
  }

  /** The path of a page or file of the service, for its own pages and for redirects. */
  path(path: PathBelow): OwnPath {
    return `${this.prefix}${path}` as OwnPath;
  }

  /** The address of a page or file of the service. */
  url(path: PathBelow): string {
    return this.href + path;
  }

  /** A path on the host without the prefix. Undefined: it is not below the prefix. */
  below(path: string): PathBelow | undefined {
    const rest = path.startsWith(this.prefix) ? path.slice(this.prefix.length) : undefined;
    if (rest === "") return "/";
    return rest !== undefined && isPathBelow(rest) ? rest : undefined;
  }
}

/** Whether a text begins with a slash. */
export const isPathBelow = (text: string): text is PathBelow => text.startsWith("/");

/** `BASE_URL`: an address that may have a path of plain segments. */
export const baseUrl = z.string().transform((text, context): BaseUrl => {
  if (isAddress(text)) return new BaseUrl(text);
  context.addIssue({
    code: "custom",
    message: "must be an address such as https://polls.example.com or https://example.com/polls",
  });
  return z.NEVER;
});

/** Whether a text is a `http:` or `https:` address without a query, whose path has plain segments. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, href, origin } = new URL(text);
  return (
    /^https?:$/.test(protocol) &&
    href === origin + pathname &&
    /^(?:\/[\w-][\w.-]*)*\/?$/.test(pathname)
  );
}

/** The public addresses of the service, separated by commas. All are served below the path of `BASE_URL`. */
export const baseUrls = z.string().transform((text, context): readonly URL[] => {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.every(isAddress)) return parts.map((part) => new URL(new URL(part).origin));
  context.addIssue({
    code: "custom",
    message: "must be addresses such as https://polls.example.com, separated by commas",
  });
  return z.NEVER;
});

/** `BASE_URL` is the first of `BASE_URLS`, unless it is set itself (docs/operations.md#variables). */
export function withFirstBaseUrl(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const [first] = env.BASE_URLS?.split(",") ?? [];
  return first === undefined || env.BASE_URL !== undefined
    ? env
    : { ...env, BASE_URL: first.trim() };
}
