CREATE INDEX CONCURRENTLY "polls_kept_for_days" ON "polls"("id") WHERE "settings" ? 'delete_after_days' AND "deleted_at" IS NULL;
