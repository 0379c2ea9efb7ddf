import type { Poll } from "@polls/client";

type Forwarding = Pick<Poll["settings"], "forward_url_parameters" | "forwarded_url_parameters">;

/** The query parameters of an address that the poll passes on, by name. */
export function forwardedIn(
  { forward_url_parameters, forwarded_url_parameters }: Forwarding,
  search: string,
): ReadonlyMap<string, string> {
  if (!forward_url_parameters) return new Map();
  const given = new URLSearchParams(search);
  return new Map(
    forwarded_url_parameters.flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** The link with these query parameters. Parameters that the link already has stay. */
export function withParameters(link: string, parameters: ReadonlyMap<string, string>): string {
  if (parameters.size === 0 || !URL.canParse(link)) return link;
  const url = new URL(link);
  for (const [name, value] of parameters) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url.href;
}
