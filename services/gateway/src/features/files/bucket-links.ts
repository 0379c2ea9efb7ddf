/** How the addresses are that a bucket answers by itself, and where the gateway sends who asks for a file. */
interface BucketLink {
  /** So long the same address is given out: what a browser keeps of a file, it keeps by its address. */
  readonly sameForSeconds: number;
  /** From the begin of that time on. */
  readonly expiresInSeconds: number;
  /** Of the redirect. Who signs with a lent key may lose it five minutes later, and its addresses end with it. */
  readonly cacheControl: string;
}

export const bucketLinks = {
  /** Public anyway (decisions 11); a player goes on asking for parts of a film of two hours, and of pauses. */
  derivative: {
    sameForSeconds: 3_600,
    expiresInSeconds: 6 * 3_600,
    cacheControl: "public, max-age=150",
  },
  /** The address is the permission, so it is short (reliability F4). */
  original: { sameForSeconds: 1, expiresInSeconds: 300, cacheControl: "private, no-store" },
} as const satisfies Readonly<Record<string, BucketLink>>;
