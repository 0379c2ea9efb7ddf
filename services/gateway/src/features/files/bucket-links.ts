/** A signed URL of a bucket. The gateway redirects requests for a file to it. */
interface BucketLink {
  /** The URL stays the same for this time, so that browsers can cache the file. */
  readonly sameForSeconds: number;
  /** Counted from the start of that time. */
  readonly expiresInSeconds: number;
  /**
   * The `Cache-Control` of the redirect. It is short, because a URL also expires with the temporary
   * key that signed it.
   */
  readonly cacheControl: string;
}

export const bucketLinks = {
  /** Derivatives are public. A player may request parts of a long video for hours, with pauses. */
  derivative: {
    sameForSeconds: 3_600,
    expiresInSeconds: 6 * 3_600,
    cacheControl: "public, max-age=150",
  },
  /**
   * Every client with the URL can read the file, so it expires soon
   * (docs/reference/media.md#originals).
   */
  original: { sameForSeconds: 1, expiresInSeconds: 300, cacheControl: "private, no-store" },
} as const satisfies Readonly<Record<string, BucketLink>>;
