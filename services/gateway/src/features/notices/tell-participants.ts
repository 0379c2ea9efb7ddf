import {
  type DueNotice,
  findDecision,
  findExistingPoll,
  nextRecipients,
  notePromptNotice,
  type PromptNoticeKind,
  type RoundKind,
} from "@polls/db/polls";
import type { PrismaTransaction } from "@polls/db/sql";
import { droppedDates, heldDates } from "@polls/domain/decisions";
import { accountOfPoll, isClosed, type Poll } from "@polls/domain/polls";
import { type MailCause, type NewMail, queueMail } from "@polls/jobs/outbox";
import { storedLanguage } from "@polls/markup";
import type { MailSettings } from "../../stored-keys";
import { takeInvitations } from "../quotas/quotas";
import { pollLanguage } from "./poll-language";

const RECIPIENTS = 100;

type QueueMails = (
  cause: MailCause,
  mails: readonly Omit<NewMail<"result">, "withheld">[],
) => Promise<unknown>;

/** How the mails of a notice are queued. Undefined: they are not wanted any more. */
type Plan = (
  tx: PrismaTransaction,
  poll: Poll,
  now: Date,
  settings: MailSettings,
) => Promise<QueueMails | undefined>;

type DecisionKind = "decision" | "decision_canceled";

const datesOf = { decision: heldDates, decision_canceled: droppedDates };

/** The change that the mails tell. Undefined: there is nothing to tell any more. */
async function changeToTell(tx: PrismaTransaction, poll: Poll, kind: DecisionKind) {
  const decision = await findDecision(tx, poll.id);
  const isWanted = decision !== undefined && datesOf[kind](decision).length > 0;
  return isWanted ? decision.changedAt : undefined;
}

const decided =
  (kind: DecisionKind): Plan =>
  async (tx, poll) => {
    const since = await changeToTell(tx, poll, kind);
    if (since === undefined) return undefined;
    return (cause, mails) =>
      queueMail(tx, kind, cause, ...mails.map((mail) => ({ ...mail, since })));
  };

/** Those to invited people who have not answered count as invitations of the account. */
const decidedToInvited =
  (kind: DecisionKind): Plan =>
  async (tx, poll, now, settings) => {
    const since = await changeToTell(tx, poll, kind);
    if (since === undefined) return undefined;
    return async (cause, mails) => {
      const demand = { poll, count: mails.length, now };
      const { fits } = await takeInvitations(tx, demand, settings);
      const rows = mails.map((mail) => ({
        ...mail,
        participantId: null,
        since,
        withheld: !fits,
      }));
      return queueMail(tx, kind, cause, ...rows);
    };
  };

/** Whether the settings still ask for the mails, and members may read what they tell. */
const plans: Readonly<Record<RoundKind, Plan>> = {
  result: async (tx, poll, now) => {
    const { notify_result, results_visible } = poll.settings;
    const isWanted = notify_result && isClosed(poll, now) && results_visible !== "never";
    return isWanted ? (cause, mails) => queueMail(tx, "result", cause, ...mails) : undefined;
  },
  state_change: async (tx, poll) =>
    poll.settings.notify_state_changes
      ? (cause, mails) => queueMail(tx, "state_change", cause, ...mails)
      : undefined,
  decision: decided("decision"),
  decision_canceled: decided("decision_canceled"),
  decision_to_invited: decidedToInvited("decision"),
  decision_canceled_to_invited: decidedToInvited("decision_canceled"),
  reminder: async (tx, poll, now) =>
    isClosed(poll, now) ? undefined : (cause, mails) => queueMail(tx, "reminder", cause, ...mails),
};

/** The kinds whose recipients are invitations. */
const toInvitations: readonly RoundKind[] = [
  "decision_to_invited",
  "decision_canceled_to_invited",
  "reminder",
];

/** The transaction must hold the lock of the notice (docs/reference/mails.md#participants). */
export async function tellNext(
  tx: PrismaTransaction,
  notice: DueNotice,
  now: Date,
  settings: MailSettings,
): Promise<void> {
  const poll = await findExistingPoll(tx, notice.pollId);
  const queue = poll && (await plans[notice.kind](tx, poll, now, settings));
  const recipients = queue === undefined ? [] : await nextRecipients(tx, notice, RECIPIENTS);
  if (poll !== undefined && queue !== undefined && recipients.length > 0) {
    const language = await pollLanguage(tx, poll);
    const own = await ownLanguages(tx, toInvitations.includes(notice.kind) ? [] : recipients);
    const pollNoticeId = notice.id;
    await queue(
      mailCauseOf(poll, settings),
      recipients.map(({ id: participantId, address }) => ({
        address,
        language: own.get(participantId) ?? language,
        now,
        pollNoticeId,
        participantId,
      })),
    );
  }
  const isLast = recipients.length < RECIPIENTS;
  await tx.prisma.pollNotice.update({
    where: { id: notice.id },
    data: {
      toldAt: now,
      afterId: recipients.at(-1)?.id ?? notice.afterId,
      ...(isLast && { dueAt: null }),
    },
  });
}

/** The languages in which participants asked for the mail that confirmed their address, by their ids. */
async function ownLanguages(
  { prisma }: PrismaTransaction,
  recipients: readonly { readonly id: bigint }[],
) {
  const confirmed = await prisma.optIn.findMany({
    where: { participantId: { in: recipients.map(({ id }) => id) }, confirmedAt: { not: null } },
    orderBy: { id: "asc" },
    select: { participantId: true, mail: { select: { language: true } } },
  });
  return new Map(
    confirmed.flatMap(({ participantId, mail }) =>
      mail === null ? [] : [[participantId, storedLanguage(mail.language)] as const],
    ),
  );
}

/** Queues the first mails of a notice in the transaction of its cause. Maintenance queues the others. */
export async function tellFirst(
  tx: PrismaTransaction,
  { id }: Pick<Poll, "id">,
  kind: PromptNoticeKind,
  now: Date,
  settings: MailSettings,
): Promise<void> {
  const notice = await notePromptNotice(tx, id, kind, now);
  if (notice !== undefined) await tellNext(tx, notice, now, settings);
}

/** The cause of mails about a poll. Without requesters, no single request causes them. */
export const mailCauseOf = (
  poll: Poll,
  { storedKeys, mailQuotas }: Pick<MailSettings, "storedKeys" | "mailQuotas">,
  requesters: MailCause["requesters"] = [],
) => ({
  accountId: accountOfPoll(poll),
  key: storedKeys.addresses.signing,
  quotas: mailQuotas,
  requesters,
});
