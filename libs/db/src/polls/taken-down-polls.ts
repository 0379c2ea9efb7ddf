import { type Queryable, rowOf } from "../sql/queryable";
import { query } from "../sql/statement";

const reasonSql = query<{ reason: string }>(
  "taken-down-poll",
  `SELECT coalesce(taken_down_reason, '') AS reason FROM polls
   WHERE taken_down_at IS NOT NULL AND (member_hash = $1::text OR admin_hash = $1::text) LIMIT 1`,
);

/** Why the poll with a hash was taken down. Undefined if it was not. */
export const findTakenDown = async (queryable: Queryable, hash: string) =>
  (await rowOf(queryable, reasonSql(hash)))?.reason;

const fileSql = query<{ reason: string }>(
  "taken-down-file",
  `SELECT coalesce(p.taken_down_reason, '') AS reason
   FROM (SELECT o.poll_id FROM attachments a JOIN options o ON o.id = a.option_id WHERE a.storage_key = $1
         UNION ALL
         SELECT coalesce(a.cover_of_poll_id, o.poll_id) FROM derivatives d
           JOIN attachments a ON a.id = d.attachment_id LEFT JOIN options o ON o.id = a.option_id
         WHERE d.storage_key = $1
         UNION ALL
         SELECT poll_id FROM link_pictures WHERE storage_key = $1) AS file
     JOIN polls p ON p.id = file.poll_id
   WHERE p.taken_down_at IS NOT NULL LIMIT 1`,
);

/** Why the poll of a stored file was taken down. Undefined if it was not. */
export const findTakenDownFile = async (queryable: Queryable, storageKey: string) =>
  (await rowOf(queryable, fileSql(storageKey)))?.reason;
