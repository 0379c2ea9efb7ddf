import { isLinkToken, type PrismaQueryable } from "@polls/db";
import { participationFeeOf } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import type { Deps } from "../../deps";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { paymentUrlsOfParticipants } from "../payments/payment-urls";
import { pollUrls } from "../polls/poll-urls";
import { type Confirmation, confirmOptIn } from "./confirm-opt-in";
import { lookAtOptIn, type OptInView } from "./look-at-opt-in";
import { optInPage } from "./opt-in-page";

async function pageOf(
  result: OptInView | Confirmation,
  { language }: PageInput,
  { db, config }: Deps,
): Promise<HtmlPage> {
  return optInPage(result, {
    language,
    addressOf: (poll: Poll) => pollUrls(config.baseUrl, poll).public,
    feeUrl: await feeUrlOf(result, db, config.baseUrl),
  });
}

/** The page where a confirmed participant pays the participation fee, if it is open. */
async function feeUrlOf(
  result: OptInView | Confirmation,
  queryable: PrismaQueryable,
  baseUrl: URL,
): Promise<string | undefined> {
  if (result.kind !== "confirmed" && result.kind !== "already") return undefined;
  const { poll, optIn } = result;
  if (participationFeeOf(poll)?.kind !== "voting_fee") return undefined;
  const id = optIn.participantId;
  return (await paymentUrlsOfParticipants(queryable, [id], baseUrl)).get(id);
}

const unknown = { kind: "unknown" } as const;

/** The page of a confirmation mail's link: GET changes nothing, its button confirms (docs/reference/opt-in.md#the-link). */
export const optInPages: readonly PageRoute[] = [
  {
    path: "/opt-in/:token",
    async show(input, deps) {
      const { token = "" } = input.params;
      const view = isLinkToken(token) ? await lookAtOptIn(deps.db, token, input.now) : unknown;
      return pageOf(view, input, deps);
    },
    async submit(input, deps) {
      const { token = "" } = input.params;
      const result = isLinkToken(token) ? await confirmOptIn(deps, token, input.now) : unknown;
      return pageOf(result, input, deps);
    },
  },
];
