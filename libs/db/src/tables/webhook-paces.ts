import type { Queryable } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** How many deliveries are sent in a second (docs/reference/webhooks.md#pace). */
export interface DeliveryRates {
  /** Of one owner to one site. */
  readonly ofOwnerToSite: number;
  /** Of one owner to all sites. */
  readonly ofOwner: number;
  /** Of all owners to one site; they share it evenly. */
  readonly toSite: number;
}

/** An owner that was idle for a second may send at once what it may send in a second. */
const BURST = "interval '1 second'";
/** A queue that is longer is full. */
const LONGEST = "interval '1 day'";
/** Owners that are counted as sending to a site. */
const OWNERS_MAX = 10_000;

// A slot of the owner is followed by its next one after the least time that each of the three rates leaves. The owners
// that have sent to the site in the last second, or wait for it, share the rate of the site.
const takeSql = query<{ lastAt: Date; full: boolean }>(
  "take-delivery-slot",
  `INSERT INTO webhook_paces AS p (site, owner, last_at)
   SELECT site, $1::text, $3::timestamptz - ${BURST} FROM (VALUES (''), ($2::text)) AS k(site)
   ON CONFLICT (site, owner) DO UPDATE SET last_at = least(
     $3::timestamptz + ${LONGEST},
     greatest($3::timestamptz - ${BURST}, p.last_at + interval '1 second' * CASE p.site
       WHEN '' THEN 1 / $4::float8
       ELSE greatest(1 / $5::float8, (
         SELECT count(*) FROM (
           SELECT FROM webhook_paces o
           WHERE o.site = p.site AND o.last_at > $3::timestamptz - 2 * ${BURST} LIMIT ${OWNERS_MAX}
         ) AS sending) / $6::float8)
       END))
   RETURNING last_at, last_at >= $3::timestamptz + ${LONGEST} AS full`,
);

/**
 * Takes the next slot of an owner for a delivery to a site, and returns its time: now, or later. Undefined: the slots
 * of the next day are taken.
 */
export async function takeDeliverySlot(
  queryable: Queryable,
  { owner, site, now }: { readonly owner: string; readonly site: string; readonly now: Date },
  { ofOwner, ofOwnerToSite, toSite }: DeliveryRates,
): Promise<Date | undefined> {
  const { rows } = await queryable.run(takeSql(owner, site, now, ofOwner, ofOwnerToSite, toSite));
  if (rows.some(({ full }) => full)) return undefined;
  return new Date(Math.max(now.getTime(), ...rows.map(({ lastAt }) => lastAt.getTime())));
}

const deleteSql = command(
  "delete-old-webhook-paces",
  "DELETE FROM webhook_paces WHERE last_at < $1::timestamptz",
);

/** Deletes the paces of owners whose last slot was before a time. Returns their number. */
export async function deleteOldPaces(queryable: Queryable, before: Date): Promise<number> {
  return (await queryable.run(deleteSql(before))).rowCount;
}
