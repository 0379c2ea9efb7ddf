-- CreateIndex
CREATE INDEX CONCURRENTLY "mails_poll_notice_id_idx" ON "mails"("poll_notice_id");
