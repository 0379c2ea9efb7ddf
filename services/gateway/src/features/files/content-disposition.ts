import { cutText } from "@polls/domain/input";
import { displayName } from "../../http/request/display-name";

const TITLE_MAX = 100;

/** The title of a poll in the name of a file about it. Undefined if nothing of it can be. */
export const titleInFileName = (title: string): string | undefined =>
  displayName(cutText(title.replace(/[\s/\\:*?"<>|]+/g, " "), TITLE_MAX));

/**
 * Has an ASCII name for old clients and the real name in UTF-8 (RFC 6266). Written by hand, because
 * `content-disposition` replaces "ü" by "?", and omits the quotes of some names.
 */
export function attachmentDisposition(name: string, fallback: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\%]/g, "_")
    .trim();
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const isNamed = /[a-z0-9]/i.test(ascii.replace(/\.[^.]*$/, ""));
  return `attachment; filename="${isNamed ? ascii : fallback}"; filename*=UTF-8''${encoded}`;
}
