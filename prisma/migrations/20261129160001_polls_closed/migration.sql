-- Polls that an admin has closed, for those that are deleted some time later.
CREATE INDEX CONCURRENTLY "polls_closed" ON "polls"("closed_at") WHERE "status" = 'closed' AND "deleted_at" IS NULL;
