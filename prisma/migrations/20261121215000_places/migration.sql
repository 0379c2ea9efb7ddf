-- AlterTable
ALTER TABLE "option_tallies" ADD COLUMN     "places" INTEGER NOT NULL DEFAULT 0;

-- Who takes a place of an option is kept from now on; here it is counted once.
INSERT INTO "option_tallies" AS t ("option_id", "voting_category_id", "slot", "places")
SELECT "option_id", 0, 0, count(DISTINCT "participant_id") FROM "votes"
WHERE "vote_date" IS NULL AND ("value" > 0 OR "text" IS NOT NULL)
GROUP BY "option_id" ORDER BY "option_id"
ON CONFLICT ("option_id", "voting_category_id", "slot") DO UPDATE SET "places" = excluded."places";

CREATE OR REPLACE VIEW "true_option_tallies" AS
  WITH counting AS (
    SELECT s.* FROM "vote_sides" s JOIN "participants" p ON p."id" = s."participant_id"
    WHERE NOT p."fraudulent" AND p."paid" IS NOT FALSE
  ), parts AS (
    SELECT "poll_id", "option_id", "category", count(*) AS votes, sum("score") AS total,
           count(*) FILTER (WHERE "says_no") AS noes, 0::bigint AS voters, 0::bigint AS places
    FROM counting GROUP BY "poll_id", "option_id", "category"
    UNION ALL
    SELECT "poll_id", "option_id", 0, 0, 0, 0, count(DISTINCT "participant_id"), 0
    FROM counting GROUP BY "poll_id", "option_id"
    UNION ALL
    SELECT "poll_id", "option_id", 0, 0, 0, 0, 0, count(DISTINCT "participant_id")
    FROM "votes" WHERE "vote_date" IS NULL AND ("value" > 0 OR "text" IS NOT NULL)
    GROUP BY "poll_id", "option_id"
  )
  SELECT "poll_id", "option_id", "category", sum(votes)::int AS "votes", sum(total) AS "total",
         sum(noes)::int AS "noes", sum(voters)::int AS "voters", sum(places)::int AS "places"
  FROM parts GROUP BY "poll_id", "option_id", "category";
