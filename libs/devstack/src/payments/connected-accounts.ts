import { chargeRoute } from "@polls/domain/payments";
import type Stripe from "stripe";
import { newAccount, newAccountLink, newApplication } from "./answers";
import { requireMetadata, requireUrl } from "./provider-rules";
import type { Destination, ProviderState } from "./provider-state";
import { BadRequest } from "./validate-request";
import type { Webhooks } from "./webhooks";

interface Needs {
  readonly seconds: () => number;
  readonly newId: (prefix: string) => string;
  readonly url: () => string;
  readonly happened: Webhooks["tell"];
}

const LINK_SECONDS = 300;
const PLATFORM_COUNTRY = "DE";
const COUNTRY = /^[A-Z]{2}$/;

/** The provider's side of connected accounts. */
export function createAccounts(state: ProviderState, { seconds, newId, url, happened }: Needs) {
  function account(id: string): Stripe.Account {
    const found = state.accounts[id];
    if (found === undefined || state.closed[id] === true) {
      const message = `The provided key does not have access to account '${id}'`;
      throw new BadRequest(message, undefined, "account_invalid", 403);
    }
    return found;
  }

  const linkOf = (id: string) => {
    const link = state.links[id];
    if (link === undefined) throw new BadRequest(`No such link: '${id}'`);
    return link;
  };

  function create(params: Stripe.AccountCreateParams): Stripe.Account {
    const { country = "DE", email, metadata, capabilities, type } = params;
    if (type !== "express") throw new BadRequest("Only express accounts are made here", "type");
    if (!COUNTRY.test(country) || country === "XX") {
      throw new BadRequest(`Country '${country}' is unknown`, "country");
    }
    if (String(capabilities?.transfers?.requested) !== "true") {
      throw new BadRequest("The transfers capability is needed", "capabilities");
    }
    requireMetadata(metadata);
    const made = newAccount({
      id: newId("acct"),
      created: seconds(),
      country,
      email: email ?? null,
      metadata: { ...(metadata as Record<string, string> | undefined) },
    });
    state.accounts[made.id] = made;
    return made;
  }

  function createLink(params: Stripe.AccountLinkCreateParams): Stripe.AccountLink {
    account(params.account);
    if (params.type !== "account_onboarding") throw new BadRequest("Not a type", "type");
    requireUrl(params.return_url, "return_url");
    requireUrl(params.refresh_url, "refresh_url");
    const id = newId("link");
    const expiresAt = seconds() + LINK_SECONDS;
    state.links[id] = {
      account: params.account,
      expiresAt,
      opened: false,
      returnUrl: params.return_url ?? "",
      refreshUrl: params.refresh_url ?? "",
    };
    return newAccountLink({
      created: seconds(),
      expires_at: expiresAt,
      url: `${url()}/onboarding/${id}`,
    });
  }

  /** The owner opens a link. For a used or expired one, returns where to redirect. */
  function openLink(id: string): string | undefined {
    const link = linkOf(id);
    if (link.opened || link.expiresAt <= seconds()) return link.refreshUrl;
    link.opened = true;
    return undefined;
  }

  /** The owner leaves the onboarding, finished or not. Returns where to redirect. */
  function leaveOnboarding(linkId: string, finishes: boolean): string {
    const link = linkOf(linkId);
    if (finishes) allow(link.account, true);
    return link.returnUrl;
  }

  /** The provider allows an account to accept payments, or revokes this. */
  function allow(id: string, allowed: boolean): Stripe.Account {
    const found = account(id);
    if (allowed) found.details_submitted = true;
    found.charges_enabled = allowed;
    found.payouts_enabled = allowed;
    const status = allowed ? "active" : "inactive";
    found.capabilities = { card_payments: status, transfers: status };
    happened("account.updated", found, id);
    return found;
  }

  const platform = () =>
    newAccount({ id: "acct_platform", created: 0, type: "standard", country: PLATFORM_COUNTRY });

  /** The provider no longer knows an account, or knows it again. The platform gets no event. */
  function close(id: string, closed: boolean): void {
    state.closed[id] = closed;
  }

  /** The owner withdraws the access of the platform. Its only sign is an event. */
  function deauthorize(id: string): void {
    close(id, true);
    happened("account.application.deauthorized", newApplication(newId("ca")), id);
  }

  function requireDestination(
    { account: id, fee, onBehalfOf }: Destination,
    total: number | null,
  ): void {
    const found = state.closed[id] === true ? undefined : state.accounts[id];
    if (found === undefined) {
      throw new BadRequest(
        `No such destination: '${id}'`,
        ...(["payment_intent_data[transfer_data][destination]", "resource_missing"] as const),
      );
    }
    if (found.capabilities?.transfers !== "active") {
      throw new BadRequest(
        "Your destination account needs to have the transfers capability",
        ...(["payment_intent_data", "insufficient_capabilities_for_transfer"] as const),
      );
    }
    const route = chargeRoute(PLATFORM_COUNTRY, found.country);
    if (route === "impossible" || (route === "on_behalf_of" && onBehalfOf !== id)) {
      throw new BadRequest(
        `Cannot create a destination charge for connected accounts in ${found.country}`,
        "payment_intent_data[transfer_data][destination]",
      );
    }
    const param = "payment_intent_data.application_fee_amount";
    if (!Number.isInteger(fee) || fee < 0) throw new BadRequest("Invalid integer", param);
    if (fee > 0 && (total === null || fee > total)) {
      throw new BadRequest("The application fee is more than the amount", param);
    }
  }

  return {
    platform,
    create,
    account,
    createLink,
    openLink,
    leaveOnboarding,
    allow,
    close,
    deauthorize,
    requireDestination,
    all: () => Object.values(state.accounts),
  };
}
