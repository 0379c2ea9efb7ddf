import { randomBytes } from "node:crypto";
import { findCreatorAddress } from "@polls/db/mails";
import { markMovedUpTold, movedUpParticipants } from "@polls/db/participants";
import {
  dueOwnerNotices,
  findExistingPoll,
  isNoticeDue,
  lockDueNotice,
  noteOwnerNotice,
  noteResultNotices,
  scheduleOwnerNotice,
} from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import { groupBy } from "@polls/domain/grouping";
import { startOfDay } from "@polls/domain/mails";
import { eventSubject } from "@polls/domain/participants";
import { noteEvent, queueMail } from "@polls/jobs/outbox";
import { pollLanguage } from "../features/notices/poll-language";
import { mailCauseOf, tellNext } from "../features/notices/tell-participants";
import type { MailSettings } from "../stored-keys";
import type { ModelTask, StatementTask } from "./maintenance-task";

const OWNERS = 20;
const POLLS = 100;
const MOVED_UP = 100;

/** Queues mails to owners about new numbers, such as that of votes (docs/reference/mails.md#votes). */
export const tellOwners = (settings: MailSettings): ModelTask => ({
  name: "mails to owners",
  hasWork: async (db, _shard, now) => (await dueOwnerNotices(db, { now, limit: 1 })).length > 0,
  async modelBatch(tx, now) {
    const due = await dueOwnerNotices(tx, { now, limit: OWNERS });
    for (const one of due) {
      if (one.waits || !one.hasNews) {
        await scheduleOwnerNotice(tx, one, one.waits ? startOfDay(now, 1) : null);
        continue;
      }
      const poll = await findExistingPoll(tx, one.pollId);
      const pollNoticeId = await noteOwnerNotice(tx, one, now);
      if (poll === undefined || pollNoticeId === undefined) continue;
      await queueMail(tx, one.kind, mailCauseOf(poll, settings), {
        address: await findCreatorAddress(tx, poll),
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
  batch: (tx, now) => noteResultNotices(tx, { now, limit: POLLS }),
};

/** Queues mails to participants, one batch of a notice (docs/reference/mails.md#participants). */
export const tellParticipants = (settings: MailSettings): ModelTask => ({
  name: "mails to participants",
  hasWork: (db, _shard, now) => isNoticeDue(db, now),
  async modelBatch(tx, now) {
    const notice = await lockDueNotice(tx, now);
    if (notice === undefined) return 0;
    await tellNext(tx, notice, now, settings);
    return 1;
  },
});

/** Notes events and mails of participants who moved up from a waiting list (docs/reference/mails.md#participants). */
export const tellMovedUp = (settings: MailSettings): ModelTask => ({
  name: "participants who moved up",
  hasWork: async (db) => (await movedUpParticipants(db, 1)).length > 0,
  async modelBatch(tx, now) {
    const moved = (await movedUpParticipants(tx, MOVED_UP)).map(participantFromRow);
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
      await queueMail(tx, "moved_up", mailCauseOf(poll, settings), ...mails);
    }
    return moved.length;
  },
});
