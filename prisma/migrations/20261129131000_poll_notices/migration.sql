-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "poll_notice_id" BIGINT;

-- CreateTable
CREATE TABLE "poll_notices" (
    "id" BIGSERIAL NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "option_id" BIGINT,
    "ballots" INTEGER NOT NULL DEFAULT 0,
    "fresh" INTEGER NOT NULL DEFAULT 0,
    "after_id" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "poll_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "poll_notices_subject" ON "poll_notices"("poll_id", "kind", "option_id") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "poll_notices_option_id_idx" ON "poll_notices"("option_id");

-- CreateIndex
CREATE INDEX "poll_notices_due" ON "poll_notices"("due_at") WHERE "due_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "poll_notices" ADD CONSTRAINT "poll_notices_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll_notices" ADD CONSTRAINT "poll_notices_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "options"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_poll_notice_id_fkey" FOREIGN KEY ("poll_notice_id") REFERENCES "poll_notices"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
