import { z } from "zod";

const problem = "must be addresses such as https://polls.example.com, separated by commas";

/** The public addresses of the service without paths, separated by commas. */
export const baseUrls = z.string().transform((text, context): readonly URL[] => {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.every(isAddress)) return parts.map((part) => new URL(part));
  context.addIssue({ code: "custom", message: problem });
  return z.NEVER;
});

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** `BASE_URL` is the first of `BASE_URLS`, unless it is set itself (docs/operations.md#variables). */
export function withFirstBaseUrl(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const [first] = env.BASE_URLS?.split(",") ?? [];
  return first === undefined || env.BASE_URL !== undefined
    ? env
    : { ...env, BASE_URL: first.trim() };
}
