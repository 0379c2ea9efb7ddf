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
  return `attachment; filename="${ascii === "" ? fallback : ascii}"; filename*=UTF-8''${encoded}`;
}
