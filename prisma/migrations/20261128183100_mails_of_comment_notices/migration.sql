-- CreateIndex
CREATE INDEX CONCURRENTLY "mails_comment_notice_id_idx" ON "mails"("comment_notice_id");
