import type { ConnectedAccountState } from "@polls/domain/payments";
import { NotFound } from "@polls/domain/refusals";
import { preferredLanguage } from "@polls/markup";
import type { z } from "zod";
import type { Config } from "../../config";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import {
  type ConnectedAccountRow,
  connectAccount,
  endConnectedAccount,
  findConnectedAccount,
} from "./connected-account";
import {
  ConnectAccountBody,
  ConnectedAccountResponse,
  OnboardingResponse,
} from "./connected-account.schema";
import { connectUrl } from "./payment-urls";

const endpoint = endpointsOf({ tag: "Account", auth: "private" });
const path = "/api/v1/account/connected_account";

const present = (
  row: ConnectedAccountRow,
  { payments }: Pick<Config, "payments">,
): z.input<typeof ConnectedAccountResponse> => ({
  state: row.state as ConnectedAccountState,
  country: row.country,
  charges_enabled: row.chargesEnabled,
  payouts_enabled: row.payoutsEnabled,
  refusal: row.refusal,
  fee_percent: payments?.connect === undefined ? null : payments.connect.feeBasisPoints / 100,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** The connected account of the account (docs/reference/payments.md#connected-accounts). */
export const connectedAccountEndpoints = [
  endpoint({
    run: "snapshot",
    id: "account.connectedAccount.show",
    path,
    summary: "Show the connected account, which gets the money of the account's polls",
    description: "Shows the connected account. Without one, the operator receives the money.",
    mayBeAbsent: true,
    responses: { 200: ConnectedAccountResponse },
    handle: async ({ actor }, { db, config }) =>
      reply(200, present(await findConnectedAccount(db, actor.accountId), config)),
  }),
  endpoint({
    run: "transaction",
    id: "account.connectedAccount.connect",
    method: "post",
    path,
    summary: "Connect an account at the payment provider, or continue its onboarding",
    description:
      "Requests an account at the payment provider and a link to its onboarding. From then on, the polls of the account cannot take payments until the connected account is `ready`.",
    body: ConnectAccountBody,
    responses: { 202: OnboardingResponse },
    handle: async ({ actor: { accountId }, body, header, tx, now }, { config }) => {
      const country = body.read().connected_account?.country ?? undefined;
      const language = preferredLanguage(header("Accept-Language"));
      const row = await connectAccount(tx, { accountId, country, language, now }, config);
      const url = connectUrl(config.baseUrl, row.token);
      return reply(202, { ...present(row, config), url });
    },
  }),
  endpoint({
    run: "transaction",
    id: "account.connectedAccount.disconnect",
    method: "delete",
    path,
    summary: "Disconnect the connected account",
    description:
      "Ends the connection for later checkouts: the operator receives the money again. Money that was already paid stays with the account at the provider.",
    mayBeAbsent: true,
    responses: { 204: null },
    handle: async ({ actor: { accountId }, tx, now }) => {
      if (!(await endConnectedAccount(tx, accountId, now))) throw new NotFound("Connected_account");
      return reply(204);
    },
  }),
];
