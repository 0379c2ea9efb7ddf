/** A domain name for comparisons: lower case, in ASCII (IDNA). Other texts stay unchanged. */
export function asciiDomain(domain: string): string {
  const folded = domain.toLowerCase();
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(folded) || /^[\x20-\x7e]*$/.test(folded)) return folded;
  try {
    return new URL(`http://${folded}`).hostname || folded;
  } catch {
    return folded;
  }
}
