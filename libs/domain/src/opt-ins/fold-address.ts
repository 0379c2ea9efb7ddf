import { asciiDomain } from "../input/ascii-domain";

/**
 * An e-mail address in the form in which addresses are compared: case folded, the domain in ASCII
 * (docs/reference/opt-in.md#addresses). Mail goes to the address as given.
 */
export function foldAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).normalize("NFC").toLowerCase();
  return `${local}@${asciiDomain(address.slice(at + 1))}`;
}

/** The domain part of an address, as `foldAddress` writes it. */
export const domainOf = (address: string): string =>
  asciiDomain(address.slice(address.lastIndexOf("@") + 1));
