import { createHmac } from "node:crypto";
import { foldAddress } from "@polls/domain/opt-ins";

/**
 * Stands for an e-mail address in a key of the database: an HMAC, the same for all writings of the address
 * (docs/reference/opt-in.md#addresses). `purpose` tells tables apart: no row of one can be found in another.
 */
export const addressKey = (
  key: string,
  purpose: "invited" | "opted out",
  address: string,
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHmac("sha256", key)
      .update(`${purpose}\0${foldAddress(address)}`)
      .digest(),
  );
