/** The European Economic Area, Switzerland and the United Kingdom, with Gibraltar. */
const europe = new Set(
  (
    "AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO " +
    "SE SI SK"
  ).split(" "),
);

/** The regions between which the provider transfers money. */
const connected: readonly string[] = ["europe", "US", "CA"];

const regionOf = (country: string): string => (europe.has(country) ? "europe" : country);

/**
 * How the platform may charge for an account, by the countries of both. `platform`: as the seller.
 * `on_behalf_of`: only if the account is the seller. `impossible`: every checkout would be refused.
 * The sources are in docs/adr/0064-refusals-contradict-the-list-of-countries.md.
 */
export type ChargeRoute = "platform" | "on_behalf_of" | "impossible";

/** The route of money to an account. An unknown country is taken for that of the platform. */
export function chargeRoute(
  platform: string | undefined,
  account: string | undefined,
): ChargeRoute {
  if (platform === undefined || account === undefined) return "platform";
  const [from, to] = [regionOf(platform), regionOf(account)];
  if (from === to) return "platform";
  return connected.includes(from) && connected.includes(to) ? "on_behalf_of" : "impossible";
}
