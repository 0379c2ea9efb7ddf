import tls from "node:tls";

/**
 * Trusts further authorities in all connections that do not name their own
 * (docs/operations.md#private-authorities). `NODE_EXTRA_CA_CERTS` is read before the program begins, and a missing file
 * is only a warning. Returns a function that ends this.
 */
export function trustAuthorities(certificates: readonly string[]): () => void {
  const before = tls.createSecureContext;
  // tls.connect() calls this property. Node 24 could set default authorities, Node 22 could not.
  tls.createSecureContext = (options) => {
    const secure = before(options);
    if (options?.ca === undefined) {
      for (const one of certificates) secure.context.addCACert(one);
    }
    return secure;
  };
  return () => {
    tls.createSecureContext = before;
  };
}
