import type Stripe from "stripe";
import type { FakeProvider } from "./provider";
import { type RequestKind, readParams } from "./validate-request";

/** Parses the parameters of a call: the body of a POST or the query of a GET. */
type Read = <Params extends object>(kind: RequestKind) => Params;

interface ListParams {
  readonly payment_intent?: string;
  readonly created?: { readonly gte?: number | string } | number;
}

const listOf = <Thing extends { readonly payment_intent: string; readonly created: number }>(
  url: string,
  things: readonly Thing[],
  { payment_intent: intent, created }: ListParams,
) => ({
  object: "list",
  url,
  has_more: false,
  data: things.filter(
    (thing) =>
      (intent === undefined || thing.payment_intent === intent) &&
      (typeof created !== "object" || thing.created >= Number(created.gte ?? 0)),
  ),
});

/** The part of the provider's API that the payment worker uses. Other paths return 404. */
const routes: Readonly<Record<string, (provider: FakeProvider, read: Read, id: string) => object>> =
  {
    "POST /v1/prices": (provider, read) => provider.createPrice(read("PriceCreate")),
    "POST /v1/checkout/sessions": (provider, read) => provider.createSession(read("SessionCreate")),
    "GET /v1/checkout/sessions/:id": (provider, read, id) =>
      provider.expanded(
        provider.session(id),
        read<Stripe.Checkout.SessionRetrieveParams>("SessionRetrieve").expand,
      ),
    "POST /v1/checkout/sessions/:id/expire": (provider, read, id) =>
      read("SessionExpire") && provider.expireSession(id),
    "GET /v1/payment_intents/:id": (provider, read, id) =>
      read("IntentRetrieve") && provider.intent(id),
    "POST /v1/accounts": ({ accounts }, read) => accounts.create(read("AccountCreate")),
    "GET /v1/account": ({ accounts }, read) => read("AccountRetrieve") && accounts.platform(),
    "GET /v1/accounts/:id": ({ accounts }, read, id) =>
      read("AccountRetrieve") && accounts.account(id),
    "POST /v1/account_links": ({ accounts }, read) =>
      accounts.createLink(read("AccountLinkCreate")),
    "GET /v1/transfers/:id": (provider, read, id) =>
      read("TransferRetrieve") && provider.transfer(id),
    "POST /v1/transfers/:id/reversals": (provider, read, id) =>
      provider.reverseTransfer(id, read("ReversalCreate")),
    "POST /v1/refunds": (provider, read) => provider.createRefund(read("RefundCreate")),
    "GET /v1/refunds": (provider, read) =>
      listOf("/v1/refunds", provider.refunds(), read("RefundList")),
    "GET /v1/disputes": (provider, read) =>
      listOf("/v1/disputes", provider.disputes(), read("DisputeList")),
  };

const patterns = Object.entries(routes).map(
  ([route, answer]) => [new RegExp(`^${route.replace(":id", "([^/]+)")}$`), answer] as const,
);

/** The answer to a call with form-encoded parameters. Undefined if the path is unknown. */
export function answerCall(provider: FakeProvider, call: string, form: string): object | undefined {
  for (const [pattern, answer] of patterns) {
    const match = pattern.exec(call);
    if (match) return answer(provider, (kind) => readParams(kind, form), match[1] ?? "");
  }
  return undefined;
}
