import { createHash } from "node:crypto";
import type { Reply } from "./reply";

/** The weak ETag of body and list headers (docs/reference/requests.md#versions-of-answers). */
export function etagOf(text: string, headers: Reply["headers"] = {}): string {
  const hash = createHash("sha256").update(text);
  for (const name of Object.keys(headers).sort()) hash.update(`\n${name}: ${headers[name]}`);
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "");

/** Whether `If-None-Match` contains the ETag, by the weak comparison of RFC 9110. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(etag)));
