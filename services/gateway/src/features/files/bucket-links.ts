/** A signed address of a bucket, to which the gateway redirects requests for a file. */
interface BucketLink {
  /** The address stays the same for this time, so that browsers cache the file. */
  readonly sameForSeconds: number;
  /** Counted from the begin of that time. */
  readonly expiresInSeconds: number;
  /** Of the redirect. Short, since an address ends with the temporary key that signed it. */
  readonly cacheControl: string;
}

export const bucketLinks = {
  /** Public. A player requests parts of a long video for hours, with pauses. */
  derivative: {
    sameForSeconds: 3_600,
    expiresInSeconds: 6 * 3_600,
    cacheControl: "public, max-age=150",
  },
  /** The address is the permission, so it expires soon (docs/reference/media.md#originals). */
  original: { sameForSeconds: 1, expiresInSeconds: 300, cacheControl: "private, no-store" },
} as const satisfies Readonly<Record<string, BucketLink>>;
