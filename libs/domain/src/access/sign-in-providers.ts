/**
 * The providers by which persons can sign in (docs/reference/accounts.md#sign-in-by-a-provider). The operator configures
 * each by the variables that begin with its id in capitals.
 */
export const providerIds = ["oidc", "oidc_2", "oidc_3"] as const;
export type ProviderId = (typeof providerIds)[number];
