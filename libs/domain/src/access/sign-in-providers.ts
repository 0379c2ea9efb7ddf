/** The providers of sign-in (docs/reference/accounts.md#sign-in-by-a-provider); their variables begin with the id. */
export const providerIds = ["oidc", "oidc_2", "oidc_3"] as const;
export type ProviderId = (typeof providerIds)[number];

export interface KnownProvider {
  readonly id: ProviderId;
  readonly issuer: URL;
}

const FACEBOOK = "www.facebook.com";

/**
 * The provider that a poll demands (docs/reference/participants.md#proof-by-a-provider). Undefined: none. Where the
 * deployment has no such provider, `facebook` has no effect.
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
