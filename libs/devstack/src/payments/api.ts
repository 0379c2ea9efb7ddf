import type Stripe from "stripe";
import type { FakeProvider } from "./provider";
import { readParams } from "./validate-request";

interface ApiCall {
  /** The ids in the path, in order. */
  readonly ids: readonly string[];
  /** Form-encoded parameters: the body of a POST or the query of a GET. */
  readonly form: string;
}

interface Route {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly answer: (provider: FakeProvider, call: ApiCall) => object;
}

const listOf = (url: string, data: readonly object[]) => ({
  object: "list",
  url,
  has_more: false,
  data,
});

interface ListParams {
  readonly payment_intent?: string;
  readonly created?: { readonly gte?: number | string } | number;
}

const fits =
  ({ payment_intent: intent, created }: ListParams) =>
  (thing: { readonly payment_intent: string; readonly created: number }): boolean =>
    (intent === undefined || thing.payment_intent === intent) &&
    (typeof created !== "object" || thing.created >= Number(created.gte ?? 0));

/** The part of the provider's API that the payment worker uses. Other paths return 404. */
export const routes: readonly Route[] = [
  {
    method: "POST",
    path: /^\/v1\/prices$/,
    answer: (provider, { form }) =>
      provider.createPrice(readParams<Stripe.PriceCreateParams>("PriceCreate", form)),
  },
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions$/,
    answer: (provider, { form }) =>
      provider.createSession(
        readParams<Stripe.Checkout.SessionCreateParams>("SessionCreate", form),
      ),
  },
  {
    method: "GET",
    path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
    answer(provider, { ids: [id = ""], form }) {
      const { expand } = readParams<Stripe.Checkout.SessionRetrieveParams>("SessionRetrieve", form);
      return provider.told(provider.session(id), expand);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    answer(provider, { ids: [id = ""], form }) {
      readParams("SessionExpire", form);
      return provider.expireSession(id);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/([^/]+)$/,
    answer(provider, { ids: [id = ""], form }) {
      readParams("IntentRetrieve", form);
      return provider.intent(id);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/accounts$/,
    answer: ({ accounts }, { form }) =>
      accounts.create(readParams<Stripe.AccountCreateParams>("AccountCreate", form)),
  },
  {
    method: "GET",
    path: /^\/v1\/account$/,
    answer({ accounts }, { form }) {
      readParams("AccountRetrieve", form);
      return accounts.platform();
    },
  },
  {
    method: "GET",
    path: /^\/v1\/accounts\/([^/]+)$/,
    answer({ accounts }, { ids: [id = ""], form }) {
      readParams("AccountRetrieve", form);
      return accounts.account(id);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/account_links$/,
    answer: ({ accounts }, { form }) =>
      accounts.createLink(readParams<Stripe.AccountLinkCreateParams>("AccountLinkCreate", form)),
  },
  {
    method: "GET",
    path: /^\/v1\/transfers\/([^/]+)$/,
    answer(provider, { ids: [id = ""], form }) {
      readParams("TransferRetrieve", form);
      return provider.transfer(id);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/transfers\/([^/]+)\/reversals$/,
    answer: (provider, { ids: [id = ""], form }) =>
      provider.reverseTransfer(
        id,
        readParams<Stripe.TransferCreateReversalParams>("ReversalCreate", form),
      ),
  },
  {
    method: "POST",
    path: /^\/v1\/refunds$/,
    answer: (provider, { form }) =>
      provider.createRefund(readParams<Stripe.RefundCreateParams>("RefundCreate", form)),
  },
  {
    method: "GET",
    path: /^\/v1\/refunds$/,
    answer: (provider, { form }) =>
      listOf(
        "/v1/refunds",
        provider.refunds().filter(fits(readParams<ListParams>("RefundList", form))),
      ),
  },
  {
    method: "GET",
    path: /^\/v1\/disputes$/,
    answer: (provider, { form }) =>
      listOf(
        "/v1/disputes",
        provider.disputes().filter(fits(readParams<ListParams>("DisputeList", form))),
      ),
  },
];
