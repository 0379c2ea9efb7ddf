import type { SettingName, SettingsUse } from "@polls/domain/polls";
import { changesOf, rowOf, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

export interface PollUse extends SettingsUse {
  readonly hasParticipants: boolean;
}

const useSql = query<PollUse>(
  "poll-use",
  `SELECT EXISTS (SELECT 1 FROM options WHERE poll_id = $1::bigint) AS has_options,
          EXISTS (SELECT 1 FROM votes WHERE poll_id = $1::bigint)
          OR EXISTS (SELECT 1 FROM held_votes WHERE poll_id = $1::bigint) AS has_votes,
          EXISTS (SELECT 1 FROM participants WHERE poll_id = $1::bigint)
          OR EXISTS (SELECT 1 FROM invitations WHERE poll_id = $1::bigint AND used_at IS NOT NULL)
            AS has_participants`,
);

/**
 * Whether a poll has options, votes and participants, including held votes and deleted participants with used
 * invitations. Stays valid under the exclusive lock of the poll.
 */
export const findPollUse = async (tx: Transaction, pollId: bigint) =>
  (await rowOf(tx, useSql(pollId))) ?? {
    hasOptions: false,
    hasVotes: false,
    hasParticipants: false,
  };

const votedCategoriesSql = query<{ id: number | null }>(
  "voted-categories",
  `SELECT DISTINCT voting_category_id AS id FROM votes WHERE poll_id = $1::bigint
   UNION
   SELECT DISTINCT voting_category_id FROM held_votes WHERE poll_id = $1::bigint`,
);

/** Ids of the voting categories that have votes, including held ones. Reads every vote of the poll. */
export const findVotedCategories = async (tx: Transaction, pollId: bigint) =>
  new Set(
    (await rowsOf(tx, votedCategoriesSql(pollId))).flatMap(({ id }) => (id === null ? [] : [id])),
  );

const paidSql = query<{ paid: boolean }>(
  "poll-is-paid-for",
  `SELECT EXISTS (SELECT 1 FROM votes WHERE poll_id = $1::bigint AND paid_votes > 0)
       OR EXISTS (SELECT 1 FROM participants WHERE poll_id = $1::bigint AND paid) AS paid`,
);

/** Whether a participant of a poll paid for votes or for participation. */
export const isPaidFor = async (tx: Transaction, pollId: bigint) =>
  (await rowOf(tx, paidSql(pollId)))?.paid === true;

const switchOffSql = command(
  "switch-notifying-off",
  `UPDATE polls SET settings = settings - $2::text, version = version + 1
   WHERE id = $1::bigint AND deleted_at IS NULL AND coalesce(settings->>$2::text, 'false') <> 'false'`,
);

/** Unsets a setting that is off while it is unset. Returns false if it was off already. */
export const switchNotifyingOff = async (tx: Transaction, pollId: bigint, setting: SettingName) =>
  (await changesOf(tx, switchOffSql(pollId, setting))) > 0;
