import type { LookupFunction } from "node:net";
import { type EgressRules, mayCall } from "@polls/config";
import type { Resolve } from "./resolve-name";

/** A name led to an address that clients may not have us call. */
export class ForbiddenAddress extends Error {
  readonly code = "EFORBIDDENADDRESS";
  constructor() {
    super("the address may not be called");
    this.name = "ForbiddenAddress";
  }
}

/**
 * A look-up for connections: it resolves the name once, and gives the very addresses that it has checked,
 * so that a name which answers otherwise the next time leads nowhere else. One that is not allowed spoils
 * all. An address in place of a name is never looked up: check it apart.
 */
export const checkedLookup =
  (rules: EgressRules, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(noAddress(hostname), []);
        if (!addresses.every(({ address }) => mayCall(address, rules))) {
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
