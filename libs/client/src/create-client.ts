import { type ClientOptions, type WithOptions, withOperations } from "./client";
import { follow } from "./follow";
import type { Operations } from "./generated/operations";
import { verifyDelivery } from "./webhooks";

/** The operations of the service by name, and functions that need no request. */
export type Client = Operations &
  WithOptions<Client> & { readonly webhooks: { readonly verify: typeof verifyDelivery } };

/**
 * Creates a client of the service (docs/reference/client.md#operations): `client.polls.create` is
 * the operation `polls.create`. Calls throw `ApiError` for refusals, and `ConnectionError` if there
 * is no response.
 */
export const createClient = (options: ClientOptions = {}): Client =>
  withOperations(
    { follow, ...options },
    {
      with: (others: ClientOptions) => createClient({ ...options, ...others }),
      webhooks: { verify: verifyDelivery },
    },
  ) as object as Client;
