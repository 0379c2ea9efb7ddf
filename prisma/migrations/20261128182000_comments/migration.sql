-- CreateTable
CREATE TABLE "comments" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "option_id" BIGINT NOT NULL,
    "participant_id" BIGINT NOT NULL,
    "parent_id" BIGINT,
    "content" TEXT NOT NULL,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "approval_state" TEXT NOT NULL DEFAULT 'approved',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment_tallies" (
    "option_id" BIGINT NOT NULL,
    "comments" INTEGER NOT NULL DEFAULT 0,
    "shown" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "comment_tallies_pkey" PRIMARY KEY ("option_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "comments_public_id_key" ON "comments"("public_id");

-- CreateIndex
CREATE INDEX "comments_poll_id_option_id_id_idx" ON "comments"("poll_id", "option_id", "id");

-- CreateIndex
CREATE INDEX "comments_poll_id_id_idx" ON "comments"("poll_id", "id");

-- CreateIndex
CREATE INDEX "comments_poll_id_public_id_idx" ON "comments"("poll_id", "public_id");

-- CreateIndex
CREATE INDEX "comments_participant_id_idx" ON "comments"("participant_id");

-- CreateIndex
CREATE INDEX "comments_parent_id_idx" ON "comments"("parent_id");

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_poll_id_option_id_fkey" FOREIGN KEY ("poll_id", "option_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_poll_id_participant_id_fkey" FOREIGN KEY ("poll_id", "participant_id") REFERENCES "participants"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "comments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_tallies" ADD CONSTRAINT "comment_tallies_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "options"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rows of the tallies are locked first. The statement that counts begins after that, so it sees the comments
-- of every transaction that held the lock before. An option that is being deleted gets no row.
CREATE FUNCTION "on_comments_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  options_changed bigint[];
BEGIN
  SELECT array_agg(DISTINCT "option_id") INTO options_changed FROM "changed";
  IF options_changed IS NULL THEN RETURN NULL; END IF;
  INSERT INTO "comment_tallies" AS t ("option_id")
  SELECT "id" FROM "options" WHERE "id" = ANY (options_changed) ORDER BY "id"
  ON CONFLICT ("option_id") DO UPDATE SET "comments" = t."comments";
  UPDATE "comment_tallies" AS t SET
    "comments" = (SELECT count(*) FROM "comments" AS c WHERE c."poll_id" = o."poll_id" AND c."option_id" = o."id"),
    "shown" = (SELECT count(*) FROM "comments" AS c LEFT JOIN "comments" AS p ON p."id" = c."parent_id"
               WHERE c."poll_id" = o."poll_id" AND c."option_id" = o."id" AND c."approval_state" = 'approved' AND NOT c."hidden"
                 AND (p."id" IS NULL OR (p."approval_state" = 'approved' AND NOT p."hidden")))
  FROM "options" AS o WHERE o."id" = t."option_id" AND t."option_id" = ANY (options_changed);
  RETURN NULL;
END $$;

CREATE TRIGGER "comments_come" AFTER INSERT ON "comments"
  REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "on_comments_change"();

CREATE TRIGGER "comments_go" AFTER DELETE ON "comments"
  REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "on_comments_change"();

CREATE TRIGGER "comments_change" AFTER UPDATE ON "comments"
  REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "on_comments_change"();
