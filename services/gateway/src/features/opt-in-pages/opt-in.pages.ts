import type { BaseUrl } from "@polls/config";
import { shardMark } from "@polls/db/shards";
import type { PrismaQueryable } from "@polls/db/sql";
import { isLinkToken, optInRequesterKey } from "@polls/db/tokens";
import { participationFeeOf } from "@polls/domain/payments";
import { type Poll, translatePoll } from "@polls/domain/polls";
import { textLanguage } from "@polls/domain/translations";
import type { Deps } from "../../deps";
import { mailRequesters } from "../../http/limits/rate-limit";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { pollUrls } from "../../pages/poll-urls";
import { paymentUrlsOfParticipants } from "../payments/payment-urls";
import { type Confirmation, confirmOptIn } from "./confirm-opt-in";
import { denyOptIns } from "./deny-opt-in";
import { lookAtOptIn, type OptInView, SHOWN_REQUESTS } from "./look-at-opt-in";
import { type OptInNotice, optInPage } from "./opt-in-page";

async function pageOf(
  result: OptInView | Exclude<Confirmation, { readonly kind: "changed" }>,
  input: PageInput,
  { db, config, storedKeys }: Pick<Deps, "config" | "db" | "storedKeys">,
  notice?: OptInNotice,
): Promise<HtmlPage> {
  const { language, languages, clientAddress, params, at } = input;
  const [network] = mailRequesters(undefined, clientAddress);
  const key = (await storedKeys()).addresses.signing;
  return optInPage(result.kind === "unknown" ? result : inLanguage(result, languages), {
    language,
    notice,
    path: at(`/opt-in/${params.token}${shardMark(db.shard)}`),
    addressOf: (poll: Poll) => pollUrls(config.baseUrl, poll).public,
    ownRequesterKey: ({ id }: Poll) => optInRequesterKey(key, id, network),
    feeUrl: await feeUrlOf(result, db, config.baseUrl),
  });
}

const inLanguage = <Result extends { readonly poll: Poll }>(
  result: Result,
  languages: readonly string[],
): Result => {
  const { poll } = result;
  return { ...result, poll: translatePoll(poll, textLanguage(poll.settings, languages)) };
};

async function feeUrlOf(
  result: Parameters<typeof optInPage>[0],
  queryable: PrismaQueryable,
  baseUrl: BaseUrl,
): Promise<string | undefined> {
  if (result.kind !== "confirmed" && result.kind !== "already") return undefined;
  const { poll, optIn } = result;
  if (participationFeeOf(poll)?.kind !== "voting_fee") return undefined;
  const id = optIn.participantId;
  return (await paymentUrlsOfParticipants(queryable, [id], baseUrl)).get(id);
}

const unknown = { kind: "unknown" } as const;

const tokenOf = ({ params: { token = "" } }: PageInput): string | undefined =>
  isLinkToken(token) ? token : undefined;

const look = async (input: PageInput, { db }: Pick<Deps, "db">): Promise<OptInView> => {
  const token = tokenOf(input);
  return token === undefined ? unknown : lookAtOptIn(db, token, input.now);
};

const show: PageRoute["show"] = async (input, deps) => pageOf(await look(input, deps), input, deps);

const confirm: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const token = tokenOf(input);
  if (token === undefined) return pageOf(unknown, input, deps);
  const [participant, shown] = ["participant", "shown"].map(
    (name) => input.query.get(name) ?? undefined,
  );
  const { language, now } = input;
  const command = { token, participant, shown, language, now, cause: input };
  const result = await confirmOptIn(deps, command);
  return result.kind === "changed"
    ? pageOf(await look(input, deps), input, deps, "changed")
    : pageOf(result, input, deps);
};

const deny: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const token = tokenOf(input);
  const participants = input.query.getAll("participant").slice(0, SHOWN_REQUESTS);
  if (token !== undefined) await denyOptIns(deps, { token, participants, now: input.now });
  return pageOf(await look(input, deps), input, deps, "denied");
};

/** GET changes nothing, its buttons do (docs/reference/opt-in.md#the-link). */
export const optInPages: readonly PageRoute[] = [
  { path: "/opt-in/:token", show, submit: confirm },
  { path: "/opt-in/:token/deny", show, submit: deny },
];
