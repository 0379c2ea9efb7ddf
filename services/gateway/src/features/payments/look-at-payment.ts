import type { Db } from "@polls/db/connection";
import { participantFromRow, paymentFromRow, voteFromRow } from "@polls/db/rows";
import { inTransaction, type PrismaQueryable } from "@polls/db/sql";
import { votesWithoutRoom } from "@polls/db/votes";
import { creditedTo, isFailing, isPayable, type Payment } from "@polls/domain/payments";
import { accountOfPoll, isClosed, type Poll } from "@polls/domain/polls";
import { openCheckout, settlePayment } from "@polls/jobs";
import { type Cause, causedBy, send } from "@polls/jobs/outbox";
import type { Config } from "../../config";
import type { Deps } from "../../deps";
import { findPollOfLink } from "../taken-down/poll-of-link";
import { unreadyPayees } from "./require-payments";
import { FIRST_STATUS_QUERY_MS } from "./store-payment";

export type PayPageState =
  | "ready"
  | "preparing"
  | "processing"
  | "again"
  | "refused"
  | "paid"
  | "rejected"
  | "refund_failed"
  | "refunded"
  | "disputed"
  | "replaced"
  | "full"
  | "paused"
  | "closed";

export interface PaymentView {
  readonly kind: "payment";
  readonly payment: Payment;
  /** Undefined: the poll was deleted. */
  readonly poll: Poll | undefined;
  readonly pageState: PayPageState;
  /** The URL of the checkout, while `ready`. */
  readonly checkoutUrl: string | undefined;
  readonly isUntouched: boolean;
  /** Whether votes that the fee lets count are held until an address is confirmed. */
  readonly holdsVotes: boolean;
}

/** A checkout that expires sooner is not offered any more. */
const SPARE_MS = 60_000;

/** After this time, the payer can retry. */
const PREPARING_MS = 30_000;

/** The pay page of a token, from our own rows only. Undefined: no payment has this token. */
export async function lookAtPayment(
  {
    db: queryable,
    config,
  }: { readonly db: PrismaQueryable; readonly config: Pick<Config, "payments"> },
  token: string,
  now: Date,
): Promise<PaymentView | undefined> {
  const row = await queryable.prisma.payment.findUnique({
    where: { token },
    include: {
      checkouts: { orderBy: { attempt: "desc" }, take: 1 },
      refunds: { where: { state: "failed" } },
    },
  });
  if (row === null) return undefined;
  const { checkouts, refunds, ...columns } = row;
  const payment = paymentFromRow(columns);
  const askedAt = columns.askedAt ?? undefined;
  const poll = await findPollOfLink(queryable, payment.pollId);
  const [last] = checkouts;
  const isOpen = last?.state === "open" && last.expiresAt.getTime() - now.getTime() > SPARE_MS;
  const isUnopened = last === undefined || (last.state === "failed" && last.sessionId === null);
  const isUntouched =
    (columns.nextCheckAt === null && askedAt === undefined && last === undefined) ||
    (isUnopened &&
      poll !== undefined &&
      config.payments?.connect !== undefined &&
      (await payeeHasChanged(queryable, poll, askedAt ?? payment.createdAt, now)));
  const unready = async ({ ownerAccountId, createdByAccountId }: Poll) => {
    const owner = { ownerAccountId, createdByAccountId };
    const accounts = await unreadyPayees(queryable, [owner], config.payments?.connect);
    return accounts.size > 0;
  };
  const refundFails = refunds.some((refund) => isFailing(refund, payment));
  const known = { payment, poll, refundFails, last, isOpen, askedAt, isUntouched, unready };
  const pageState = await pageStateOf(queryable, known, now);
  const checkoutUrl = pageState === "ready" ? (last?.url ?? undefined) : undefined;
  const holdsVotes =
    pageState === "paid" &&
    payment.kind === "voting_fee" &&
    (await isUnconfirmed(queryable, payment));
  return { kind: "payment", payment, poll, pageState, checkoutUrl, isUntouched, holdsVotes };
}

/** Whether the payee has changed since a checkout could not be opened: then it opens by itself. */
async function payeeHasChanged(
  { prisma }: PrismaQueryable,
  poll: Poll,
  since: Date,
  now: Date,
): Promise<boolean> {
  if (now.getTime() - since.getTime() < PREPARING_MS) return false;
  const account = await prisma.connectedAccount.findUnique({
    where: { accountId: accountOfPoll(poll) },
    select: { updatedAt: true },
  });
  return account !== null && account.updatedAt > since;
}

async function isUnconfirmed(
  { prisma }: PrismaQueryable,
  { participantId: id }: Payment,
): Promise<boolean> {
  if (id === undefined) return false;
  return (await prisma.participant.count({ where: { id, confirmedAt: null } })) > 0;
}

interface Known {
  readonly payment: Payment;
  readonly poll: Poll | undefined;
  /** Whether the payer still waits for a refund, because one failed. */
  readonly refundFails: boolean;
  readonly last: { readonly state: string } | undefined;
  readonly isOpen: boolean;
  /** When the page last enqueued a job. */
  readonly askedAt: Date | undefined;
  readonly isUntouched: boolean;
  /** Whether the connected account that gets the money of the poll cannot take payments. */
  readonly unready: (poll: Poll) => Promise<boolean>;
}

async function pageStateOf(
  queryable: PrismaQueryable,
  known: Known,
  now: Date,
): Promise<PayPageState> {
  const { payment, poll, last, isOpen } = known;
  if (payment.state === "refunded") return "refunded";
  if (payment.state === "disputed") return "disputed";
  if (payment.rejection !== undefined) return known.refundFails ? "refund_failed" : "rejected";
  if (payment.state === "paid") return "paid";
  if (!isPayable(payment) || poll === undefined) return "replaced";
  if (last?.state === "processing") return "processing";
  if (isClosed(poll, now)) return "closed";
  const wanted = await isWanted(queryable, payment, poll, now);
  if (wanted === "not_wanted") return "replaced";
  if (last?.state === "refused") return "refused";
  if (wanted === "full") return "full";
  if (isOpen) return "ready";
  if (await known.unready(poll)) return "paused";
  if (known.isUntouched) return "preparing";
  const since = known.askedAt ?? payment.createdAt;
  const isNew = payment.state === "created" || known.askedAt !== undefined;
  return isNew && now.getTime() - since.getTime() < PREPARING_MS ? "preparing" : "again";
}

/** The value or the place may be gone (docs/reference/votes.md#places-of-unpaid-votes). */
async function isWanted(
  queryable: PrismaQueryable,
  payment: Payment,
  poll: Poll,
  now: Date,
): Promise<"wanted" | "not_wanted" | "full"> {
  if (creditedTo[payment.kind] !== "vote" || payment.votePublicId === undefined) return "wanted";
  const row = await queryable.prisma.vote.findUnique({
    where: { publicId: payment.votePublicId },
    include: { participant: true },
  });
  if (row === null) return "not_wanted";
  const { participant, ...columns } = row;
  const vote = voteFromRow(columns);
  if ((vote.value ?? 0) - (vote.paidVotes ?? 0) < payment.quantity) return "not_wanted";
  const full = await votesWithoutRoom(queryable, {
    poll,
    now,
    participant: participantFromRow(participant),
    votes: [{ ...vote, parentId: undefined, offered: true }],
  });
  return full.length > 0 ? "full" : "wanted";
}

/** The least time between two jobs that ask the provider. */
const ASK_AGAIN_MS = 5_000;

type Needs = Pick<Deps, "wakeRelay"> & { readonly db: Db };

/** When the payer returns from the checkout, at most once every few seconds. */
export async function requestStatusQuery(
  { db, wakeRelay }: Needs,
  payment: Payment,
  request: Cause & { readonly now: Date },
): Promise<void> {
  const { now } = request;
  const requested = await inTransaction(db, async (tx) => {
    causedBy(tx, request);
    const { count } = await tx.prisma.payment.updateMany({
      where: {
        id: payment.id,
        OR: [{ askedAt: null }, { askedAt: { lt: new Date(now.getTime() - ASK_AGAIN_MS) } }],
      },
      data: { askedAt: now },
    });
    if (count > 0) await send(tx, settlePayment, { paymentId: String(payment.id) });
    return count > 0;
  });
  if (requested) wakeRelay();
}

/** The first checkout, or another one after a checkout ended without money. */
export async function openFromPage(
  { db, wakeRelay }: Needs,
  payment: Payment,
  request: Cause & { readonly now: Date },
): Promise<void> {
  const { now } = request;
  const nextCheckAt = new Date(now.getTime() + FIRST_STATUS_QUERY_MS);
  await inTransaction(db, async (tx) => {
    causedBy(tx, request);
    await tx.prisma.payment.update({
      where: { id: payment.id },
      data: { askedAt: now, nextCheckAt },
    });
    await send(tx, openCheckout, { paymentId: String(payment.id) });
  });
  wakeRelay();
}
