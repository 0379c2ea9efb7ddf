-- CreateTable
CREATE TABLE "option_merges" (
    "option_id" BIGINT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "target_id" BIGINT NOT NULL,
    "merged_at" TIMESTAMPTZ(3) NOT NULL,
    "comment_ids" BIGINT[],
    "gave_link" BOOLEAN NOT NULL,

    CONSTRAINT "option_merges_pkey" PRIMARY KEY ("option_id")
);

-- CreateTable
CREATE TABLE "merged_votes" (
    "option_id" BIGINT NOT NULL,
    "public_id" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "participant_id" BIGINT NOT NULL,
    "merged_at" TIMESTAMPTZ(3) NOT NULL,
    "held" BOOLEAN NOT NULL,
    "removed" JSONB,

    CONSTRAINT "merged_votes_pkey" PRIMARY KEY ("option_id","public_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "option_merges_poll_id_option_id_key" ON "option_merges"("poll_id", "option_id");

-- CreateIndex
CREATE INDEX "option_merges_poll_id_target_id_idx" ON "option_merges"("poll_id", "target_id");

-- CreateIndex
CREATE INDEX "merged_votes_poll_id_idx" ON "merged_votes"("poll_id");

-- CreateIndex
CREATE INDEX "merged_votes_participant_id_idx" ON "merged_votes"("participant_id");

-- CreateIndex
CREATE INDEX "merged_votes_merged_at_idx" ON "merged_votes"("merged_at");

-- AddForeignKey
ALTER TABLE "option_merges" ADD CONSTRAINT "option_merges_poll_id_option_id_fkey" FOREIGN KEY ("poll_id", "option_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "option_merges" ADD CONSTRAINT "option_merges_poll_id_target_id_fkey" FOREIGN KEY ("poll_id", "target_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merged_votes" ADD CONSTRAINT "merged_votes_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "option_merges"("option_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merged_votes" ADD CONSTRAINT "merged_votes_poll_id_participant_id_fkey" FOREIGN KEY ("poll_id", "participant_id") REFERENCES "participants"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Comments move between options, so the option that they leave is counted too.
CREATE TRIGGER "comments_leave" AFTER UPDATE ON "comments"
  REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "on_comments_change"();
