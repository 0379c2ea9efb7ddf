import type { LookupFunction } from "node:net";
import type { Resolve } from "./resolve-name";

/** Thrown when a name resolves to an address that must not be called. */
export class ForbiddenAddress extends Error {
  readonly code = "EFORBIDDENADDRESS";
  constructor() {
    super("the address may not be called");
    this.name = "ForbiddenAddress";
  }
}

/**
 * A lookup function for connections. It resolves the name once and returns only checked addresses,
 * so that later changes of the name have no effect. A single forbidden address refuses the
 * connection. Node does not look up IP addresses: check them separately.
 */
export const checkedLookup =
  (isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(noAddress(hostname), []);
        if (!addresses.every(({ address }) => isAllowed(address))) {
          return callback(new ForbiddenAddress(), []);
        }
        if (options.all === true) return callback(null, [...addresses]);
        return callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

const noAddress = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`no address of ${hostname}`), { code: "ENOTFOUND" });
