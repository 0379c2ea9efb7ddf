import { z } from "zod";
import { isAddress } from "./base-url";

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
