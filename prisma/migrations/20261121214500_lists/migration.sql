CREATE TABLE "poll_counts" (
    "owner" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "polls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "poll_counts_pkey" PRIMARY KEY ("owner","slot")
);

CREATE TABLE "option_counts" (
    "poll_id" BIGINT NOT NULL,
    "parent_id" BIGINT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "options" INTEGER NOT NULL DEFAULT 0,
    "shown" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "option_counts_pkey" PRIMARY KEY ("poll_id","parent_id","slot")
);

CREATE TABLE "rating_changes" (
    "id" BIGSERIAL NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "option_id" BIGINT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rating_changes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "rating_changes_poll_id_id_idx" ON "rating_changes"("poll_id", "id");
CREATE INDEX "rating_changes_at_idx" ON "rating_changes"("at");
CREATE INDEX "options_poll_id_parent_id_created_at_position_id_idx" ON "options"("poll_id", "parent_id", "created_at", "position", "id");

-- What the schema language cannot say.

-- Contents in the order of a list. A whole one may be longer than an entry of an index.
CREATE INDEX "options_by_content" ON "options"
  ("poll_id", "parent_id", (left("content", 600)) COLLATE "und-x-icu", "position", "id");

-- Few of many: participants whose address is not confirmed, and those whose votes do not count.
CREATE INDEX "participants_unconfirmed" ON "participants" ("poll_id", "id") WHERE "confirmed_at" IS NULL;
CREATE INDEX "participants_not_counting" ON "participants" ("poll_id", "id")
  WHERE "fraudulent" OR "paid" IS FALSE;

ALTER TABLE "poll_counts" SET (fillfactor = 50);
ALTER TABLE "option_counts" SET (fillfactor = 50);

-- Polls of an owner.
CREATE FUNCTION "count_poll"("poll" "polls", "change" int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "poll_counts" AS c ("owner", "slot", "polls")
  VALUES (coalesce('account:' || "poll"."owner_account_id",
                   'organization:' || "poll"."owner_organization_id"),
          pg_backend_pid() % 64, "change")
  ON CONFLICT ("owner", "slot") DO UPDATE SET "polls" = c."polls" + excluded."polls"
$$;

CREATE FUNCTION "on_poll_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."deleted_at" IS NULL THEN PERFORM "count_poll"(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' AND NEW."deleted_at" IS NULL THEN PERFORM "count_poll"(NEW, 1); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "polls_come_and_go" AFTER INSERT OR DELETE ON "polls"
  FOR EACH ROW EXECUTE FUNCTION "on_poll_change"();
CREATE TRIGGER "polls_change_hands" AFTER UPDATE ON "polls" FOR EACH ROW
  WHEN ((OLD."deleted_at" IS NULL, OLD."owner_account_id", OLD."owner_organization_id")
        IS DISTINCT FROM (NEW."deleted_at" IS NULL, NEW."owner_account_id", NEW."owner_organization_id"))
  EXECUTE FUNCTION "on_poll_change"();

-- Options under a parent, and that they stand otherwise than before. The rows of a statement are
-- looked at together; more than a hundred of them are noted as one change of the whole poll.
CREATE FUNCTION "is_shown"("option" "options") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT "option"."approval_state" = 'approved' AND NOT "option"."archived"
         AND "option"."paid" IS NOT FALSE
$$;

CREATE FUNCTION "on_options_come_or_go"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO "option_counts" AS c ("poll_id", "parent_id", "slot", "options", "shown")
  SELECT r."poll_id", coalesce(r."parent_id", 0), pg_backend_pid() % 64,
         sign * count(*), sign * count(*) FILTER (WHERE "is_shown"(r))
  FROM "changed" r GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ("poll_id", "parent_id", "slot") DO UPDATE
    SET "options" = c."options" + excluded."options", "shown" = c."shown" + excluded."shown";
  INSERT INTO "rating_changes" ("poll_id", "option_id")
  SELECT DISTINCT "poll_id", CASE WHEN (SELECT count(*) FROM "changed") <= 100 THEN "id" END
  FROM "changed";
  RETURN NULL;
END $$;

CREATE FUNCTION "on_options_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "option_counts" AS c ("poll_id", "parent_id", "slot", "options", "shown")
  SELECT "poll_id", coalesce("parent_id", 0), pg_backend_pid() % 64, sum("options"), sum("shown")
  FROM (SELECT o."poll_id", o."parent_id", -1 AS "options", -"is_shown"(o)::int AS "shown"
        FROM "before" o
        UNION ALL
        SELECT n."poll_id", n."parent_id", 1, "is_shown"(n)::int FROM "after" n) AS parts
  GROUP BY 1, 2 HAVING sum("options") <> 0 OR sum("shown") <> 0 ORDER BY 1, 2
  ON CONFLICT ("poll_id", "parent_id", "slot") DO UPDATE
    SET "options" = c."options" + excluded."options", "shown" = c."shown" + excluded."shown";
  INSERT INTO "rating_changes" ("poll_id", "option_id")
  SELECT DISTINCT n."poll_id", CASE WHEN (SELECT count(*) FROM "after") <= 100 THEN n."id" END
  FROM "before" o JOIN "after" n ON n."id" = o."id"
  WHERE (o."parent_id", o."position", o."picked", o."type", "is_shown"(o))
        IS DISTINCT FROM (n."parent_id", n."position", n."picked", n."type", "is_shown"(n));
  RETURN NULL;
END $$;

CREATE TRIGGER "options_come" AFTER INSERT ON "options" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "on_options_come_or_go"();
CREATE TRIGGER "options_go" AFTER DELETE ON "options" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "on_options_come_or_go"();
CREATE TRIGGER "options_change" AFTER UPDATE ON "options"
  REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "on_options_update"();

-- Votes that weigh otherwise than before, or went. New ones are found by their ids.
CREATE FUNCTION "on_vote_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "rating_changes" ("poll_id", "option_id")
  SELECT NEW."poll_id", side
  FROM unnest(ARRAY[NEW."option_id", NEW."loser_option_id"]) AS side WHERE side IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION "on_votes_go"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "rating_changes" ("poll_id", "option_id")
  SELECT DISTINCT "poll_id", CASE WHEN (SELECT count(*) FROM "gone") <= 100 THEN side END
  FROM "gone", unnest(ARRAY["option_id", "loser_option_id"]) AS side WHERE side IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER "votes_change" AFTER UPDATE ON "votes" FOR EACH ROW
  WHEN ((OLD."counts", OLD."score", OLD."says_no", OLD."value")
        IS DISTINCT FROM (NEW."counts", NEW."score", NEW."says_no", NEW."value"))
  EXECUTE FUNCTION "on_vote_change"();
CREATE TRIGGER "votes_go" AFTER DELETE ON "votes" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "on_votes_go"();

-- All votes of a participant begin or cease to count.
CREATE FUNCTION "on_participant_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "rating_changes" ("poll_id", "option_id")
  SELECT DISTINCT "poll_id", "option_id" FROM "vote_sides" WHERE "participant_id" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "participants_change" AFTER UPDATE ON "participants" FOR EACH ROW
  WHEN ((OLD."fraudulent", OLD."paid" IS FALSE) IS DISTINCT FROM (NEW."fraudulent", NEW."paid" IS FALSE))
  EXECUTE FUNCTION "on_participant_change"();

-- What is there already.
INSERT INTO "poll_counts" ("owner", "slot", "polls")
SELECT coalesce('account:' || "owner_account_id", 'organization:' || "owner_organization_id"), 0, count(*)
FROM "polls" WHERE "deleted_at" IS NULL GROUP BY 1;
INSERT INTO "option_counts" ("poll_id", "parent_id", "slot", "options", "shown")
SELECT o."poll_id", coalesce(o."parent_id", 0), 0, count(*), count(*) FILTER (WHERE "is_shown"(o))
FROM "options" o GROUP BY 1, 2;
