import type { Deps } from "../../deps";
import { spend } from "../../http/limits/rate-limit";
import { networkOf } from "../../http/request/client-address";

/** Steps of sign-ins by one network, a minute. A school or a company may be one network. */
const PER_MINUTE = 300;

/** Counts a step of a sign-in by a provider or a passkey. Throws 429 above the budget of the network. */
export const limitSignIns = (
  clientAddress: string,
  { rateLimiter }: Pick<Deps, "rateLimiter">,
): void => spend(rateLimiter, { key: `sign-ins:${networkOf(clientAddress)}`, limit: PER_MINUTE });
