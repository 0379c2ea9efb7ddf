import type { Db } from "@polls/db/connection";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import type { Deps } from "../../deps";
import type { Words } from "../../pages/languages/en";
import { emailAddress } from "../accounts/create-account";
import { type Operator, REASON_MAX } from "../operators/audit-log";
import {
  BYTES_OF_MB,
  blockAccount,
  inviteAccount,
  setQuotas,
  unblockAccount,
} from "../operators/operate-accounts";
import { allowAddress, sendMailsAgain } from "../operators/operate-mails";
import {
  findPollToOperate,
  type PollToOperate,
  restorePoll,
  takeDownPoll,
} from "../operators/operate-polls";
import { closeReport } from "../operators/operate-reports";
import { announce, SENTENCE_MAX, setMaintenance } from "../operators/operate-service";

/** An act that a form asks for, with the words for its problems. */
interface ActRequest {
  readonly fields: URLSearchParams;
  readonly operator: Operator;
  readonly words: Words["operate"];
  readonly now: Date;
}

/** Carries out an act. A text says why it was refused. */
type Act = (
  request: ActRequest,
  deps: Pick<Deps, "db" | "shards" | "wakeRelay">,
) => Promise<unknown>;

export const textOf = (fields: URLSearchParams, name: string): string | undefined => {
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
    work: (tx: PrismaTransaction, poll: PollToOperate, request: ActRequest) => Promise<unknown>,
  ): Act =>
  async (request, { shards }) => {
    const hash = request.fields.get("poll") ?? "";
    const shard: Db = await shards.ofPoll(hash);
    const poll = await findPollToOperate(shard, hash);
    if (poll === undefined) return request.words.unknown;
    return inTransaction(shard, (tx) => work(tx, poll, request));
  };

/** Why a text of a form is too long. Undefined: none is. */
export function tooLong(fields: URLSearchParams, words: Words["operate"]): string | undefined {
  const isLong = (name: string, max: number) => (textOf(fields, name)?.length ?? 0) > max;
  if (isLong("sentence", SENTENCE_MAX)) return words.sentence(SENTENCE_MAX);
  return isLong("reason", REASON_MAX) ? words.missing : undefined;
}

const isRowId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);

/** A quota in a form. Null: empty. Undefined: not a number. */
function quotaIn(fields: URLSearchParams, name: string): number | null | undefined {
  const text = textOf(fields, name);
  if (text === undefined) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

const switchMaintenance =
  (on: boolean): Act =>
  ({ fields, operator, now }, { db }) => {
    const mode = { on, sentence: on ? textOf(fields, "sentence") : undefined };
    return inTransaction(db, (tx) => setMaintenance(tx, mode, operator, now));
  };

/** The acts of operators, by the paths of their forms below `/operator`. */
export const acts: Readonly<Record<string, Act>> = {
  "service/begin": switchMaintenance(true),
  "service/end": switchMaintenance(false),
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
    if (!isRowId(id)) return words.unknown;
    const shard = await shards.ofId(BigInt(id));
    const closed = await inTransaction(shard, (tx) => closeReport(tx, BigInt(id), operator, now));
    return closed || words.unknown;
  },
  "mails/retry": async ({ fields, operator, words }, { shards, wakeRelay }) => {
    const id = textOf(fields, "id");
    if (id !== undefined && !isRowId(id)) return words.unknown;
    await sendMailsAgain(shards, id === undefined ? undefined : [id], async () => operator);
    return wakeRelay();
  },
  "suppressed/allow": async ({ fields, operator, words }, { db }) => {
    const email = fields.get("email") ?? "";
    return (await inTransaction(db, (tx) => allowAddress(tx, email, operator))) || words.unknown;
  },
};
