import { randomBytes } from "node:crypto";
import { findDigestAddress } from "@polls/db/mails";
import { markMovedUpTold, movedUpParticipants } from "@polls/db/participants";
import {
  type DueNotice,
  dueVoteNotices,
  findExistingPoll,
  nextRecipients,
  noteResultNotices,
  noteVoteNotice,
  oldestDueNotice,
} from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import { groupBy } from "@polls/domain/grouping";
import { eventSubject } from "@polls/domain/participants";
import { accountOfPoll, isClosed, type Poll } from "@polls/domain/polls";
import { noteEvent, queueMail } from "@polls/jobs/outbox";
import { pollLanguage } from "../features/polls/poll-language";
import type { MailSettings } from "../stored-keys";
import type { ModelTask, StatementTask } from "./maintenance-task";

const OWNERS = 20;
/** Addresses of one batch. */
const RECIPIENTS = 100;

/** Queues mails to owners about new votes (docs/reference/mails.md#votes). */
export const tellOwners = (settings: MailSettings): ModelTask => ({
  name: "mails about votes",
  hasWork: async (db, _shelf, now) => (await dueVoteNotices(db, { now, limit: 1 })).length > 0,
  async modelBatch(tx, now) {
    const due = await dueVoteNotices(tx, { now, limit: OWNERS });
    for (const one of due) {
      const poll = await findExistingPoll(tx, one.pollId);
      const pollNoticeId = await noteVoteNotice(tx, one, now);
      if (poll === undefined || pollNoticeId === undefined) continue;
      await queueMail(tx, "votes", causeOf(poll, settings), {
        address: await findDigestAddress(tx, poll),
        language: await pollLanguage(tx, poll),
        now,
        pollNoticeId,
        nonce: new Uint8Array(randomBytes(16)),
      });
    }
    return due.length;
  },
});

/** Makes the mails about the results of closed polls due. */
export const noteClosedPolls: StatementTask = {
  name: "polls that have closed",
  batch: (tx, now) => noteResultNotices(tx, { now, limit: RECIPIENTS }),
};

/** Queues mails to participants about the result, or about the state of an option (docs/reference/mails.md#participants). */
export const tellParticipants = (settings: MailSettings): ModelTask => ({
  name: "mails to participants",
  hasWork: async (db, _shelf, now) => (await oldestDueNotice(db, now)) !== undefined,
  async modelBatch(tx, now) {
    const notice = await oldestDueNotice(tx, now);
    if (notice === undefined) return 0;
    const poll = await findExistingPoll(tx, notice.pollId);
    const told = poll !== undefined && isWanted(notice, poll, now);
    const recipients = told ? await nextRecipients(tx, notice, RECIPIENTS) : [];
    if (poll !== undefined && recipients.length > 0) {
      const language = await pollLanguage(tx, poll);
      await queueMail(
        tx,
        notice.kind === "result" ? "result" : "state_change",
        causeOf(poll, settings),
        ...recipients.map(({ id, address }) => ({
          address,
          language,
          now,
          pollNoticeId: notice.id,
          participantId: id,
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
    return 1;
  },
});

/** Notes events and mails of participants who moved up from a waiting list (docs/reference/mails.md#participants). */
export const tellMovedUp = (settings: MailSettings): ModelTask => ({
  name: "participants who moved up",
  hasWork: async (db) => (await movedUpParticipants(db, 1)).length > 0,
  async modelBatch(tx, now) {
    const moved = (await movedUpParticipants(tx, RECIPIENTS)).map(participantFromRow);
    await markMovedUpTold(
      tx,
      moved.map(({ id }) => id),
    );
    for (const [pollId, participants] of groupBy(moved, (one) => one.pollId)) {
      const poll = await findExistingPoll(tx, pollId);
      if (poll === undefined) continue;
      for (const participant of participants) {
        const subject = eventSubject(poll, participant);
        await noteEvent(tx, { type: "participant.moved_up", pollId, now, ...subject });
      }
      const language = await pollLanguage(tx, poll);
      const mails = participants.flatMap(({ id, optinEmail: address, confirmedAt }) =>
        address === undefined || confirmedAt === undefined
          ? []
          : [{ address, language, now, participantId: id }],
      );
      await queueMail(tx, "moved_up", causeOf(poll, settings), ...mails);
    }
    return moved.length;
  },
});

/** Whether the settings still ask for the mails, and members may read what they tell. */
function isWanted({ kind }: DueNotice, poll: Poll, now: Date): boolean {
  const { notify_result, notify_state_changes, results_visible } = poll.settings;
  return kind === "result"
    ? notify_result && isClosed(poll, now) && results_visible !== "never"
    : notify_state_changes;
}

const causeOf = (poll: Poll, { storedKeys, mailQuotas }: MailSettings) => ({
  accountId: accountOfPoll(poll),
  key: storedKeys.addresses.signing,
  quotas: mailQuotas,
  requesters: [] as const,
});
