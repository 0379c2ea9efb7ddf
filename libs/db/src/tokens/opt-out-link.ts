import { createHmac, timingSafeEqual } from "node:crypto";

export interface OptOut {
  readonly pollId: bigint;
  /** See `addressKey`. */
  readonly addressKey: Uint8Array<ArrayBuffer>;
}

const KEY_BYTES = 32;

const textOf = ({ addressKey }: OptOut): string => Buffer.from(addressKey).toString("base64url");

const tokenOf = (key: string, optOut: OptOut): string =>
  createHmac("sha256", key)
    .update(`opt_out\0${optOut.pollId}\0${textOf(optOut)}`)
    .digest("base64url");

/** The path of a link that ends invitations, also after the poll is deleted (docs/reference/mails.md#opting-out). */
export const optOutPath = (key: string, optOut: OptOut): `/${string}` =>
  `/opt-out/${optOut.pollId}/${textOf(optOut)}/${tokenOf(key, optOut)}`;

/** Parses such a path. Undefined if the service did not create it. */
export function readOptOut(
  keys: readonly string[],
  { poll = "", address = "", token = "" }: Readonly<Record<string, string>>,
): OptOut | undefined {
  if (!/^[1-9]\d{0,17}$/.test(poll)) return undefined;
  const optOut = {
    pollId: BigInt(poll),
    addressKey: new Uint8Array(Buffer.from(address, "base64url")),
  };
  if (optOut.addressKey.length !== KEY_BYTES || textOf(optOut) !== address) return undefined;
  const bytes = Buffer.from(token);
  const genuine = keys.some((key) => {
    const expected = Buffer.from(tokenOf(key, optOut));
    return expected.length === bytes.length && timingSafeEqual(expected, bytes);
  });
  return genuine ? optOut : undefined;
}
