import { asciiDomain } from "../input/texts";

/**
 * An address for comparisons (docs/reference/opt-in.md#addresses): case folded, the domain in ASCII. Mail is sent to
 * the address as given.
 */
export function foldAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).normalize("NFC").toLowerCase();
  return `${local}@${asciiDomain(address.slice(at + 1))}`;
}

/** Identifies a mailbox, for quotas (docs/reference/mails.md#quotas): many servers deliver all `+` tags to one. */
export function mailboxOf(address: string): string {
  const folded = foldAddress(address);
  const at = folded.lastIndexOf("@");
  const tag = folded.slice(0, at).indexOf("+");
  return tag <= 0 ? folded : `${folded.slice(0, tag)}${folded.slice(at)}`;
}

/**
 * The addresses under which an address may be listed as one that gets no mails: its own, because a server that knows no
 * tags may have refused only that, and that of its mailbox.
 */
export const listedAs = (address: string): readonly string[] => [
  ...new Set([foldAddress(address), mailboxOf(address)]),
];

/** The domain part of an address in the form of `foldAddress`. */
export const domainOf = (address: string): string =>
  asciiDomain(address.slice(address.lastIndexOf("@") + 1));
