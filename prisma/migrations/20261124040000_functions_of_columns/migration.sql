-- Functions of columns, in place of functions of rows: a distributed database stores a table under another name,
-- so that its rows have another type (docs/adr/0035-polls-live-on-shelves.md).
CREATE FUNCTION "count_owned_poll"("account_id" bigint, "organization_id" bigint, "change" int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "poll_counts" AS c ("owner", "slot", "polls")
  VALUES (coalesce('account:' || "account_id", 'organization:' || "organization_id"),
          pg_backend_pid() % 64, "change")
  ON CONFLICT ("owner", "slot") DO UPDATE SET "polls" = c."polls" + excluded."polls"
$$;

CREATE OR REPLACE FUNCTION "on_poll_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."deleted_at" IS NULL THEN
    PERFORM "count_owned_poll"(OLD."owner_account_id", OLD."owner_organization_id", -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."deleted_at" IS NULL THEN
    PERFORM "count_owned_poll"(NEW."owner_account_id", NEW."owner_organization_id", 1);
  END IF;
  RETURN NULL;
END $$;

DROP FUNCTION "count_poll"("polls", int);

CREATE FUNCTION "is_option_shown"("approval_state" text, "archived" boolean, "paid" boolean) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT "approval_state" = 'approved' AND NOT "archived" AND "paid" IS NOT FALSE
$$;

-- The rows of a statement are gathered first, and written then: a distributed database runs a statement that writes
-- elsewhere than the rows of the trigger can be read.
CREATE OR REPLACE FUNCTION "on_options_come_or_go"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
  counted bigint[];
  parents bigint[];
  numbers int[];
  shown_numbers int[];
  polls_changed bigint[];
  options_changed bigint[];
BEGIN
  SELECT array_agg(g."poll_id"), array_agg(g."parent_id"), array_agg(g."options"), array_agg(g."shown")
  INTO counted, parents, numbers, shown_numbers
  FROM (SELECT r."poll_id", coalesce(r."parent_id", 0) AS "parent_id", sign * count(*) AS "options",
               sign * count(*) FILTER (WHERE "is_option_shown"(r."approval_state", r."archived", r."paid")) AS "shown"
        FROM "changed" r GROUP BY 1, 2 ORDER BY 1, 2) AS g;
  SELECT array_agg(c."poll_id"), array_agg(c."option_id") INTO polls_changed, options_changed
  FROM (SELECT DISTINCT "poll_id", CASE WHEN (SELECT count(*) FROM "changed") <= 100 THEN "id" END AS "option_id"
        FROM "changed") AS c;
  INSERT INTO "option_counts" AS c ("poll_id", "parent_id", "slot", "options", "shown")
  SELECT g.poll_id, g.parent_id, pg_backend_pid() % 64, g.options, g.shown
  FROM unnest(counted, parents, numbers, shown_numbers) AS g(poll_id, parent_id, options, shown)
  ON CONFLICT ("poll_id", "parent_id", "slot") DO UPDATE
    SET "options" = c."options" + excluded."options", "shown" = c."shown" + excluded."shown";
  INSERT INTO "rating_changes" ("poll_id", "option_id")
  SELECT c.poll_id, c.option_id FROM unnest(polls_changed, options_changed) AS c(poll_id, option_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "on_options_update"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted bigint[];
  parents bigint[];
  numbers int[];
  shown_numbers int[];
  polls_changed bigint[];
  options_changed bigint[];
BEGIN
  SELECT array_agg(g."poll_id"), array_agg(g."parent_id"), array_agg(g."options"), array_agg(g."shown")
  INTO counted, parents, numbers, shown_numbers
  FROM (SELECT "poll_id", coalesce("parent_id", 0) AS "parent_id", sum("options") AS "options", sum("shown") AS "shown"
        FROM (SELECT o."poll_id", o."parent_id", -1 AS "options",
                     -"is_option_shown"(o."approval_state", o."archived", o."paid")::int AS "shown"
              FROM "before" o
              UNION ALL
              SELECT n."poll_id", n."parent_id", 1,
                     "is_option_shown"(n."approval_state", n."archived", n."paid")::int
              FROM "after" n) AS parts
        GROUP BY 1, 2 HAVING sum("options") <> 0 OR sum("shown") <> 0 ORDER BY 1, 2) AS g;
  SELECT array_agg(c."poll_id"), array_agg(c."option_id") INTO polls_changed, options_changed
  FROM (SELECT DISTINCT n."poll_id", CASE WHEN (SELECT count(*) FROM "after") <= 100 THEN n."id" END AS "option_id"
        FROM "before" o JOIN "after" n ON n."id" = o."id"
        WHERE (o."parent_id", o."position", o."picked", o."type",
               "is_option_shown"(o."approval_state", o."archived", o."paid"))
              IS DISTINCT FROM
              (n."parent_id", n."position", n."picked", n."type",
               "is_option_shown"(n."approval_state", n."archived", n."paid"))) AS c;
  IF counted IS NOT NULL THEN
    INSERT INTO "option_counts" AS c ("poll_id", "parent_id", "slot", "options", "shown")
    SELECT g.poll_id, g.parent_id, pg_backend_pid() % 64, g.options, g.shown
    FROM unnest(counted, parents, numbers, shown_numbers) AS g(poll_id, parent_id, options, shown)
    ON CONFLICT ("poll_id", "parent_id", "slot") DO UPDATE
      SET "options" = c."options" + excluded."options", "shown" = c."shown" + excluded."shown";
  END IF;
  IF polls_changed IS NOT NULL THEN
    INSERT INTO "rating_changes" ("poll_id", "option_id")
    SELECT c.poll_id, c.option_id FROM unnest(polls_changed, options_changed) AS c(poll_id, option_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "on_votes_go"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  polls_changed bigint[];
  options_changed bigint[];
BEGIN
  SELECT array_agg(c."poll_id"), array_agg(c."option_id") INTO polls_changed, options_changed
  FROM (SELECT DISTINCT "poll_id", CASE WHEN (SELECT count(*) FROM "gone") <= 100 THEN side END AS "option_id"
        FROM "gone", unnest(ARRAY["option_id", "loser_option_id"]) AS side WHERE side IS NOT NULL) AS c;
  IF polls_changed IS NOT NULL THEN
    INSERT INTO "rating_changes" ("poll_id", "option_id")
    SELECT c.poll_id, c.option_id FROM unnest(polls_changed, options_changed) AS c(poll_id, option_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "on_participant_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  options_changed bigint[];
BEGIN
  SELECT array_agg(DISTINCT "option_id") INTO options_changed
  FROM "vote_sides" WHERE "participant_id" = NEW."id" AND "poll_id" = NEW."poll_id";
  IF options_changed IS NOT NULL THEN
    INSERT INTO "rating_changes" ("poll_id", "option_id")
    SELECT NEW."poll_id", option_id FROM unnest(options_changed) AS c(option_id);
  END IF;
  RETURN NULL;
END $$;

DROP FUNCTION "is_shown"("options");
