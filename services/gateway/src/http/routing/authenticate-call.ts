import { type Actor, signedInRecently } from "@polls/domain/access";
import { Unauthenticated } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import { applyRateLimit, rateLimitForAddress } from "../limits/rate-limit";
import { headerOf } from "../request/request-facts";
import type { Credentials } from "./authenticate";
import type { Call } from "./call";
import { scopeOf } from "./endpoint";

export interface Authenticated {
  readonly actor: Actor;
  readonly credentials: Credentials;
  /** The hash of a poll password that was checked before this request. */
  readonly matchedPasswordHash: string | undefined;
}

/** A refused token counts against the budget of the client address, so guesses are limited. */
export async function authenticateCall(
  { endpoint, params, request, response, query, clientAddress }: Call,
  deps: Deps,
): Promise<Authenticated> {
  try {
    const urlCredentials = endpoint.urlCredentials?.({ params, query }, deps);
    const credentials = urlCredentials?.credentials ?? {
      authorization: headerOf(request, "Authorization"),
      userIdentifier: headerOf(request, "X-SERVICE-USER-IDENTIFIER"),
      organizationId: query.get("organization_id") ?? undefined,
    };
    const actor = await deps.authenticator.authenticate(
      credentials,
      scopeOf(endpoint),
      endpoint.auth === "private" ? "private" : "any",
    );
    if (endpoint.recentSignIn === true && !signedInRecently(actor, deps.clock())) {
      throw new Unauthenticated("Sign in again to do this", "recent_sign_in_required");
    }
    return { actor, credentials, matchedPasswordHash: urlCredentials?.matchedPasswordHash };
  } catch (error) {
    applyRateLimit(response, rateLimitForAddress(clientAddress, deps));
    throw error;
  }
}
