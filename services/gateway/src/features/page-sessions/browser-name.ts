/** The names of browsers and systems by their marks in `User-Agent`. Marks that others also have come last. */
const browsers = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const systems = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/** Such as "Firefox, Windows". Undefined if neither is known. Versions are not needed. */
export function browserName(userAgent: string | undefined): string | undefined {
  const known = [browsers, systems].flatMap(
    (table) => table.find(([mark]) => mark.test(userAgent ?? ""))?.[1] ?? [],
  );
  return known.length === 0 ? undefined : known.join(", ");
}
