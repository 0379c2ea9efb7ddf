import { findCreatorAddress, findOwnerAddress } from "@polls/db/mails";
import {
  findAnnouncements,
  findDeletionsDue,
  findDeletionsToTell,
  lockPoll,
  noteAnnouncement,
} from "@polls/db/polls";
import { pollFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { groupBy } from "@polls/domain/grouping";
import { accountOfPoll, type Poll, plannedDeletion } from "@polls/domain/polls";
import { queueNotice } from "@polls/jobs/outbox";
import type { Config } from "../config";
import { pollLanguage } from "../features/notices/poll-language";
import { removePoll } from "../features/polls/delete-poll";
import type { ModelTask } from "./maintenance-task";

type Kept = Pick<Config, "keepClosedPollsDays">;

/** Polls of one batch. The mail to an owner is about those of a batch. */
const TOLD = 100;

const planOf = async (
  tx: PrismaTransaction,
  poll: Poll,
  { keepClosedPollsDays }: Kept,
  now: Date,
) => {
  const announcement = (await findAnnouncements(tx, [poll.id])).get(poll.id);
  return plannedDeletion(poll, { keepClosedPollsDays, announcement, now });
};

/** Polls with the same recipients, who get one mail about them. */
const recipientOf = (poll: Poll): string =>
  [
    poll.ownerAccountId,
    poll.ownerOrganizationId,
    poll.createdByAccountId,
    poll.creatorEmail ?? "",
  ].join(" ");

/** Tells owners which closed polls will be deleted, one mail for all of a batch (docs/reference/polls.md#kept-polls). */
export const tellDeletions = ({ keepClosedPollsDays }: Kept): ModelTask => ({
  name: "mails about deletions",
  hasWork: async (db, _shard, now) =>
    (await findDeletionsToTell(db, { now, keepClosedPollsDays, limit: 1 })).length > 0,
  async modelBatch(tx, now) {
    const ids = await findDeletionsToTell(tx, { now, keepClosedPollsDays, limit: TOLD });
    const rows = await tx.prisma.poll.findMany({ where: { id: { in: [...ids] } } });
    for (const polls of groupBy(rows.map(pollFromRow), recipientOf).values()) {
      const noticeIds: bigint[] = [];
      for (const poll of polls) {
        const plan = await planOf(tx, poll, { keepClosedPollsDays }, now);
        if (plan === undefined || plan.isTold) continue;
        const { deletesAt } = plan;
        noticeIds.push(await noteAnnouncement(tx, poll.id, { toldAt: now, deletesAt }));
      }
      const [poll] = polls;
      const [pollNoticeId] = noticeIds;
      if (poll === undefined || pollNoticeId === undefined) continue;
      const language = await pollLanguage(tx, poll);
      const addresses = [await findOwnerAddress(tx, poll), await findCreatorAddress(tx, poll)];
      for (const address of new Set(addresses)) {
        const mail = { address, language, now, pollNoticeId, since: now };
        await queueNotice(tx, "deletion", accountOfPoll(poll), mail);
      }
    }
    return ids.length;
  },
});

/** Deletes closed polls on the date that their owners were told (docs/reference/polls.md#kept-polls). */
export const deleteClosedPolls = ({ keepClosedPollsDays }: Kept): ModelTask => ({
  name: "delete closed polls",
  hasWork: async (db, _shard, now) =>
    (await findDeletionsDue(db, { now, keepClosedPollsDays, limit: 1 })).length > 0,
  async modelBatch(tx, now) {
    const [id] = await findDeletionsDue(tx, { now, keepClosedPollsDays, limit: 1 });
    if (id === undefined) return 0;
    await lockPoll(tx, id, "exclusive");
    const row = await tx.prisma.poll.findFirst({ where: { id, deletedAt: null } });
    if (row === null) return 1;
    const poll = pollFromRow(row);
    const plan = await planOf(tx, poll, { keepClosedPollsDays }, now);
    if (plan?.isTold === true && plan.deletesAt <= now) await removePoll(tx, poll, now);
    return 1;
  },
});
