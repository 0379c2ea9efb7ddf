/**
 * The providers by which persons can sign in (docs/reference/accounts.md#sign-in-by-a-provider). The operator configures
 * each by the variables that begin with its id in capitals.
 */
export const providerIds = ["oidc", "oidc_2", "oidc_3"] as const;
export type ProviderId = (typeof providerIds)[number];

export interface KnownProvider {
  readonly id: ProviderId;
  readonly issuer: URL;
}

const FACEBOOK = "www.facebook.com";

/**
 * The provider by which participants of a poll must prove to be one person. Undefined: none
 * (docs/reference/participants.md#proof-by-a-provider). Where the deployment has no such provider,
 * `facebook` has no effect.
 */
export function providerOfPoll(
  {
    access_by_provider: wanted,
  }: { readonly access_by_provider?: ProviderId | "facebook" | undefined },
  providers: readonly KnownProvider[],
): ProviderId | undefined {
  if (wanted !== "facebook") return wanted;
  return providers.find(({ issuer }) => issuer.hostname === FACEBOOK)?.id;
}
