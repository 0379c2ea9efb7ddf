const youtubeId = /^[A-Za-z0-9_-]{11}$/;
const vimeoId = /^\d{6,12}$/;

const youtubeHosts: ReadonlySet<string> = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
]);

/** Extracts the video id from an id or URL of YouTube. Undefined if the text is neither. */
export function parseYoutubeId(text: string): string | undefined {
  if (youtubeId.test(text)) return text;
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const [first, second] = url.pathname.split("/").filter((part) => part !== "");
  const candidate =
    url.hostname === "youtu.be"
      ? first
      : youtubeHosts.has(url.hostname)
        ? ["embed", "shorts", "live", "v"].includes(first ?? "")
          ? second
          : url.searchParams.get("v")
        : undefined;
  return candidate && youtubeId.test(candidate) ? candidate : undefined;
}

/** Extracts the video id from an id or URL of Vimeo. Undefined if the text is neither. */
export function parseVimeoId(text: string): string | undefined {
  if (vimeoId.test(text)) return text;
  const url = parseUrl(text);
  if (url === undefined || !/^(?:(?:www|player)\.)?vimeo\.com$/.test(url.hostname))
    return undefined;
  return url.pathname.split("/").find((part) => vimeoId.test(part));
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return undefined;
  }
}
