-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY "attachments_cover_of_poll_id_key" ON "attachments"("cover_of_poll_id") WHERE "cover_of_poll_id" IS NOT NULL;
