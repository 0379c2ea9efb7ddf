import type { Db } from "@polls/db/connection";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { signedInRecently } from "@polls/domain/access";
import { NotFound } from "@polls/domain/refusals";
import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { wordsIn } from "../../pages/languages";
import type { Words } from "../../pages/languages/en";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { titledPart } from "../../pages/parts";
import { emailAddress } from "../accounts/create-account";
import { type Operator, REASON_MAX, readAudit } from "../operators/audit-log";
import {
  BYTES_OF_MB,
  blockAccount,
  inviteAccount,
  searchAccounts,
  setQuotas,
  unblockAccount,
} from "../operators/operate-accounts";
import {
  allowAddress,
  listFailedMails,
  listSuppressed,
  sendMailsAgain,
} from "../operators/operate-mails";
import {
  findPollToOperate,
  restorePoll,
  searchPolls,
  takeDownPoll,
} from "../operators/operate-polls";
import { closeReport, listReports } from "../operators/operate-reports";
import { announce, SENTENCE_MAX, setMaintenance } from "../operators/operate-service";
import { type AccountSession, findSession } from "../page-sessions/account-session";
import { type OperatorContent, onlyIf, operatorPage } from "./operator-page";

const LIMIT = 50;
const AUDIT_LIMIT = 200;

/** The session of an account that an operator has marked as operator. Throws 404 for all others. */
async function operatorOf(input: PageInput, deps: Deps): Promise<AccountSession> {
  const session = await findSession(deps.db, input.cookie, { deps, now: input.now });
  const account =
    session &&
    (await deps.db.prisma.account.findUnique({
      where: { id: session.account.id },
      select: { isOperator: true },
    }));
  if (session === undefined || account?.isOperator !== true) throw new NotFound("Page");
  return session;
}

/** No one can sign in during maintenance, so its end must not need a sign-in. */
const WITHOUT_FRESH_SIGN_IN = "service/end";

const SIGN_IN_AGAIN = "/sign-in?to=%2Foperator&again=true";

/** Asks the operator to sign in again. Nothing was changed. */
const signInAgainPage = ({ language, at }: PageInput): HtmlPage => {
  const { again } = wordsIn(language).operate;
  const link = html`<p><a class="button" href="${at(SIGN_IN_AGAIN)}">${again.button}</a></p>`;
  return { status: 403, language, icon: "warn", ...titledPart(again, link) };
};

type Reader = (deps: Deps, query: string) => Promise<OperatorContent>;

const readers: Readonly<Record<OperatorContent["section"], Reader>> = {
  service: async ({ serviceState, config: { keepClosedPollsDays } }) => ({
    section: "service",
    state: serviceState.current(),
    keepClosedPollsDays,
  }),
  accounts: async ({ shards }, text) => ({
    section: "accounts",
    accounts: await searchAccounts(shards, { text, limit: LIMIT }),
  }),
  polls: async ({ shards }, text) => ({
    section: "polls",
    polls: await searchPolls(shards, { text, limit: LIMIT }),
  }),
  reports: async ({ shards }) => ({
    section: "reports",
    reports: await listReports(shards, { closed: false, limit: LIMIT }),
  }),
  mails: async ({ shards }) => ({
    section: "mails",
    mails: await listFailedMails(shards, LIMIT),
  }),
  suppressed: async ({ db }) => ({
    section: "suppressed",
    addresses: await listSuppressed(db, LIMIT),
  }),
  audit: async ({ db }) => ({ section: "audit", entries: await readAudit(db, AUDIT_LIMIT) }),
};

const isSection = (name: string): name is OperatorContent["section"] =>
  Object.hasOwn(readers, name);

/** A part of the page by the name in its path. Throws 404 for a name that there is not. */
function sectionOf({ params }: PageInput): OperatorContent["section"] {
  const { section = "service" } = params;
  if (!isSection(section)) throw new NotFound("Page");
  return section;
}

const queryOf = (fields: URLSearchParams): string => (fields.get("q") ?? "").trim().slice(0, 255);

async function pageOf(
  section: OperatorContent["section"],
  { language, at }: PageInput,
  query: string,
  deps: Deps,
  problem?: string,
) {
  return operatorPage(await readers[section](deps, query), { language, at, query, problem });
}

/** Asks an operator for a sign-in by two factors, where operators must prove them (docs/operators.md#two-factors). */
function twoFactorsPage(
  { language, at }: PageInput,
  session: AccountSession,
  { config: { signIn } }: Pick<Deps, "config">,
): HtmlPage | undefined {
  if (!signIn.operatorsNeedTwoFactors || session.twoFactors) return undefined;
  const { twoFactors: words } = wordsIn(language).operate;
  const account = html`<p><a class="button quiet" href="${at("/account")}">${words.account}</a></p>`;
  const links = html`<p><a class="button" href="${at(SIGN_IN_AGAIN)}">${words.button}</a></p>${onlyIf(!signIn.providersOnly, account)}`;
  const text = signIn.providersOnly ? words.atProvider : words.text;
  return { status: 403, language, icon: "warn", ...titledPart({ ...words, text }, links) };
}

const show: PageRoute["show"] = async (input, deps) => {
  const session = await operatorOf(input, deps);
  const asked = twoFactorsPage(input, session, deps);
  if (asked !== undefined) return asked;
  return pageOf(sectionOf(input), input, queryOf(input.query), deps);
};

/** An act that a form asks for, with the words for its problems. */
interface ActRequest {
  readonly fields: URLSearchParams;
  readonly operator: Operator;
  readonly words: Words["operate"];
  readonly now: Date;
}

/** Carries out an act. A text says why it was refused. */
type Act = (request: ActRequest, deps: Deps) => Promise<unknown>;

const textOf = (fields: URLSearchParams, name: string): string | undefined => {
  const text = fields.get(name)?.trim();
  return text === undefined || text === "" ? undefined : text;
};

const onAccount =
  (
    work: (
      tx: PrismaTransaction,
      account: { readonly id: bigint; readonly publicId: string },
      request: ActRequest,
    ) => Promise<unknown>,
  ): Act =>
  (request, { db }) =>
    inTransaction(db, async (tx) => {
      const publicId = request.fields.get("account") ?? "";
      const account = await tx.prisma.account.findUnique({ where: { publicId } });
      return account === null ? request.words.unknown : work(tx, account, request);
    });

const onPoll =
  (
    work: (
      tx: PrismaTransaction,
      poll: NonNullable<Awaited<ReturnType<typeof findPollToOperate>>>,
      request: ActRequest,
    ) => Promise<unknown>,
  ): Act =>
  async (request, { shards }) => {
    const hash = request.fields.get("poll") ?? "";
    const shard: Db = await shards.ofPoll(hash);
    const poll = await findPollToOperate(shard, hash);
    if (poll === undefined) return request.words.unknown;
    return inTransaction(shard, (tx) => work(tx, poll, request));
  };

/** Why a text of a form is too long. Undefined: none is. */
function tooLong(fields: URLSearchParams, words: Words["operate"]): string | undefined {
  const isLong = (name: string, max: number) => (textOf(fields, name)?.length ?? 0) > max;
  if (isLong("sentence", SENTENCE_MAX)) return words.sentence(SENTENCE_MAX);
  return isLong("reason", REASON_MAX) ? words.missing : undefined;
}

/** A quota in a form. Null: empty. Undefined: not a number. */
function quotaIn(fields: URLSearchParams, name: string): number | null | undefined {
  const text = textOf(fields, name);
  if (text === undefined) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

const acts: Readonly<Record<string, Act>> = {
  "service/begin": ({ fields, operator, now }, { db }) => {
    const mode = { on: true, sentence: textOf(fields, "sentence") };
    return inTransaction(db, (tx) => setMaintenance(tx, mode, operator, now));
  },
  "service/end": ({ operator, now }, { db }) => {
    const mode = { on: false, sentence: undefined };
    return inTransaction(db, (tx) => setMaintenance(tx, mode, operator, now));
  },
  "service/announce": ({ fields, operator }, { db }) =>
    inTransaction(db, (tx) => announce(tx, textOf(fields, "sentence"), operator)),
  "accounts/block": onAccount(async (tx, account, { operator, words, now }) =>
    operator.reason === undefined ? words.missing : blockAccount(tx, account, operator, now),
  ),
  "accounts/unblock": onAccount((tx, account, { operator }) =>
    unblockAccount(tx, account, operator),
  ),
  "accounts/quota": onAccount(async (tx, account, { fields, operator, words }) => {
    const [storage, mailQuota, pollQuota] = ["storage", "mails", "polls"].map((name) =>
      quotaIn(fields, name),
    );
    if (storage === undefined || mailQuota === undefined || pollQuota === undefined) {
      return words.number;
    }
    const storageQuotaBytes = storage === null ? null : BigInt(storage) * BYTES_OF_MB;
    return setQuotas(tx, account, { storageQuotaBytes, mailQuota, pollQuota }, operator);
  }),
  "accounts/invite": async ({ fields, operator, words }, { db }) => {
    const address = emailAddress.safeParse(fields.get("email"));
    if (!address.success) return words.unknown;
    return inTransaction(db, (tx) => inviteAccount(tx, address.data, operator));
  },
  "polls/take-down": onPoll(async (tx, poll, { operator, words, now }) => {
    const { reason } = operator;
    if (reason === undefined) return words.missing;
    return takeDownPoll(tx, poll, { ...operator, reason }, now);
  }),
  "polls/restore": onPoll(
    async (tx, poll, { operator, words }) =>
      (await restorePoll(tx, poll, operator)) || words.unknown,
  ),
  "reports/close": async ({ fields, operator, words, now }, { shards }) => {
    const id = fields.get("id") ?? "";
    if (!/^[1-9]\d{0,17}$/.test(id)) return words.unknown;
    const shard = await shards.ofId(BigInt(id));
    const closed = await inTransaction(shard, (tx) => closeReport(tx, BigInt(id), operator, now));
    return closed || words.unknown;
  },
  "mails/retry": async ({ fields, operator, words }, { shards, wakeRelay }) => {
    const id = textOf(fields, "id");
    if (id !== undefined && !/^[1-9]\d{0,17}$/.test(id)) return words.unknown;
    await sendMailsAgain(shards, id === undefined ? undefined : [id], async () => operator);
    return wakeRelay();
  },
  "suppressed/allow": async ({ fields, operator, words }, { db }) => {
    const email = fields.get("email") ?? "";
    return (await inTransaction(db, (tx) => allowAddress(tx, email, operator))) || words.unknown;
  },
};

const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const session = await operatorOf(input, deps);
  const section = sectionOf(input);
  const name = `${section}/${input.params.act}`;
  const act = acts[name];
  if (act === undefined) throw new NotFound("Page");
  const asked = twoFactorsPage(input, session, deps);
  if (asked !== undefined) return asked;
  const { account, createdAt: signedInAt } = session;
  const accountId = account.id;
  const isFresh = signedInRecently({ kind: "user", accountId, signedInAt }, input.now);
  if (!isFresh && name !== WITHOUT_FRESH_SIGN_IN) return signInAgainPage(input);
  const { operate: words } = wordsIn(input.language);
  const { fields, now } = input;
  const query = queryOf(fields);
  const reason = textOf(fields, "reason");
  const operator = { accountId, via: "page", reason } as const;
  const outcome = tooLong(fields, words) ?? (await act({ fields, operator, words, now }, deps));
  await deps.serviceState.refresh();
  const back = fields.get("from") === "reports" ? "reports" : section;
  if (typeof outcome === "string") return pageOf(back, input, query, deps, outcome);
  const path = back === "service" ? "/operator" : (`/operator/${back}` as const);
  return {
    kind: "redirect",
    path: input.at(query === "" ? path : `${path}?q=${encodeURIComponent(query)}`),
  };
};

/** The pages of operators, 404 for all others (docs/reference/pages.md#the-page-of-operators). */
export const operatorPages: readonly PageRoute[] = [
  { path: "/operator", show },
  { path: "/operator/:section", show },
  {
    path: "/operator/:section/:act",
    show: async () => {
      throw new NotFound("Page");
    },
    submit,
    takesFields: true,
    ownPageOnly: true,
    worksInMaintenance: true,
  },
];
