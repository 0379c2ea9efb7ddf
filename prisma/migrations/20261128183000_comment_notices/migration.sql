-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "comment_notice_id" BIGINT;

-- CreateTable
CREATE TABLE "comment_notices" (
    "id" BIGSERIAL NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "option_id" BIGINT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "comment_notices_recipient" ON "comment_notices"("poll_id", "option_id") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "comment_notices_option_id_idx" ON "comment_notices"("option_id");

-- AddForeignKey
ALTER TABLE "comment_notices" ADD CONSTRAINT "comment_notices_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_notices" ADD CONSTRAINT "comment_notices_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "options"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_comment_notice_id_fkey" FOREIGN KEY ("comment_notice_id") REFERENCES "comment_notices"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
