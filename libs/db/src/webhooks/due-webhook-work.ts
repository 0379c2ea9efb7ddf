import { type Queryable, rowOf } from "../sql/queryable";
import { query } from "../sql/statement";

export interface DueWebhookWork {
  readonly deliveries: boolean;
  readonly votes: boolean;
  readonly phases: boolean;
  readonly results: boolean;
}

const findSql = query<DueWebhookWork>(
  "find-due-webhook-work",
  `SELECT EXISTS (SELECT FROM webhook_deliveries WHERE state = 'pending' AND asked <= attempts
                  AND next_attempt_at <= $1::timestamptz) AS deliveries,
     EXISTS (SELECT FROM webhook_cursors WHERE kind = 'votes' AND next_look_at <= $1::timestamptz) AS votes,
     EXISTS (SELECT FROM webhook_cursors WHERE kind = 'phase' AND next_look_at <= $1::timestamptz) AS phases,
     coalesce((SELECT min(next_look_at) FROM webhook_watches) <= $1::timestamptz, false) AS results`,
);

/** Finds what is due with one statement, because usually nothing is. */
export const findDueWebhookWork = async (queryable: Queryable, now: Date) =>
  (await rowOf(queryable, findSql(now))) ?? {
    deliveries: false,
    votes: false,
    phases: false,
    results: false,
  };
