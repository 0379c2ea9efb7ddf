-- CreateTable
CREATE TABLE "kept_rankings" (
    "poll_id" BIGINT NOT NULL,
    "parent_id" BIGINT NOT NULL,
    "settings" TEXT NOT NULL,
    "vote_id" BIGINT NOT NULL,
    "change_id" BIGINT NOT NULL,
    "figures" BYTEA NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_rankings_pkey" PRIMARY KEY ("poll_id","parent_id")
);

-- AddForeignKey
ALTER TABLE "kept_rankings" ADD CONSTRAINT "kept_rankings_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The figures are compressed already.
ALTER TABLE "kept_rankings" ALTER COLUMN "figures" SET STORAGE EXTERNAL;

-- A ranking that lacks deleted changes cannot be followed. A trigger knows this of every release.
CREATE FUNCTION "on_rating_changes_go"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  polls_changed bigint[];
  newest bigint[];
BEGIN
  SELECT array_agg(g."poll_id"), array_agg(g."id") INTO polls_changed, newest
  FROM (SELECT "poll_id", max("id") AS "id" FROM "gone" GROUP BY 1) AS g;
  IF polls_changed IS NOT NULL THEN
    DELETE FROM "kept_rankings" AS k USING unnest(polls_changed, newest) AS g(poll_id, change_id)
    WHERE k."poll_id" = g.poll_id AND k."change_id" < g.change_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "rating_changes_go" AFTER DELETE ON "rating_changes" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "on_rating_changes_go"();
