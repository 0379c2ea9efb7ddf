/**
 * A `Content-Disposition` that saves and never shows (RFC 6266): an ASCII name for old clients, the
 * real one in UTF-8.
 */
export function saveAs(fileName: string | undefined, fallback: string): string {
  const name = fileName ?? fallback;
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
