import { changesOf, type Queryable } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** Maximum deliveries per second (docs/reference/webhooks.md#pace). */
export interface DeliveryRates {
  /** From one owner to one site. */
  readonly ofOwnerToSite: number;
  /** From one owner to all sites. */
  readonly ofOwner: number;
  /** From all owners to one site. The owners share it equally. */
  readonly toSite: number;
}

/** An owner that was idle for a second may send the deliveries of one second at once. */
const BURST = "interval '1 second'";
/** The maximum length of a queue. */
const LONGEST = "interval '1 day'";
/** Maximum number of owners that are counted as senders to a site. */
const OWNERS_MAX = 10_000;

const beginSql = command(
  "begin-delivery-paces",
  `INSERT INTO webhook_paces (site, owner, last_at)
   SELECT site, $1::text, '-infinity' FROM (VALUES (''), ($2::text)) AS k(site)
   ON CONFLICT DO NOTHING`,
);

// The next slot of an owner comes after the longest of the intervals that the three rates require.
// The owners that have sent to the site in the last second, or wait for it, share the rate of the
// site. Rows are locked in the order of their keys, so that two statements cannot deadlock.
const takeSql = query<{ lastAt: Date; full: boolean }>(
  "take-delivery-slot",
  `UPDATE webhook_paces p SET last_at = slot.at
   FROM (
     SELECT site, owner, least(
       $3::timestamptz + ${LONGEST},
       greatest($3::timestamptz - ${BURST}, last_at + interval '1 second' * CASE
         WHEN site = '' THEN 1 / $4::float8
         ELSE greatest(1 / $5::float8, (
           SELECT count(*) FROM (
             SELECT FROM webhook_paces o
             WHERE o.site = held.site AND o.last_at > $3::timestamptz - 2 * ${BURST} LIMIT ${OWNERS_MAX}
           ) AS sending) / $6::float8)
         END)) AS at, $3::timestamptz + ${LONGEST} AS latest
     FROM (
       SELECT site, owner, last_at FROM webhook_paces WHERE site IN ('', $2::text) AND owner = $1::text
       ORDER BY site FOR UPDATE
     ) AS held
   ) AS slot
   WHERE p.site = slot.site AND p.owner = slot.owner
   RETURNING p.last_at, p.last_at >= slot.latest AS full`,
);

interface PaceOfOwner {
  readonly owner: string;
  readonly site: string;
  readonly now: Date;
}

/** Reserves the time of an owner's next delivery to a site: now or later. Undefined if none in the next day is free. */
export async function reserveDelivery(
  queryable: Queryable,
  { owner, site, now }: PaceOfOwner,
  { ofOwner, ofOwnerToSite, toSite }: DeliveryRates,
): Promise<Date | undefined> {
  await queryable.run(beginSql(owner, site));
  const { rows } = await queryable.run(takeSql(owner, site, now, ofOwner, ofOwnerToSite, toSite));
  if (rows.some(({ full }) => full)) return undefined;
  return new Date(Math.max(now.getTime(), ...rows.map(({ lastAt }) => lastAt.getTime())));
}

// Of an owner that shares the rate of the site, each slot took more. That time stays reserved.
const giveBackSql = command(
  "give-back-delivery-slots",
  `UPDATE webhook_paces p SET last_at = greatest(
     least(held.last_at, $3::timestamptz - ${BURST}),
     held.last_at - interval '1 second' * $4::int
       / CASE WHEN held.site = '' THEN $5::float8 ELSE $6::float8 END)
   FROM (
     SELECT site, owner, last_at FROM webhook_paces WHERE site IN ('', $2::text) AND owner = $1::text
     ORDER BY site FOR UPDATE
   ) AS held
   WHERE p.site = held.site AND p.owner = held.owner`,
);

/** Gives back reserved times of an owner's deliveries to a site that are not made. */
export const giveBackSlots = (
  queryable: Queryable,
  { owner, site, now }: PaceOfOwner,
  slots: number,
  { ofOwner, ofOwnerToSite }: DeliveryRates,
) => queryable.run(giveBackSql(owner, site, now, slots, ofOwner, ofOwnerToSite));

const deleteSql = command(
  "delete-old-webhook-paces",
  `DELETE FROM webhook_paces WHERE (site, owner) IN (
     SELECT site, owner FROM webhook_paces
     WHERE last_at < $1::timestamptz LIMIT $2::int FOR UPDATE SKIP LOCKED)`,
);

/** Deletes up to `limit` paces of owners whose last slot was before a time. Returns their number. */
export const deleteOldPaces = (queryable: Queryable, before: Date, limit: number) =>
  changesOf(queryable, deleteSql(before, limit));
