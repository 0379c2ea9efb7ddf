-- Jobs that wait, the oldest first, for the metrics. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "outbox_oldest" ON "outbox"("created_at") WHERE "done_at" IS NULL AND "dead_at" IS NULL;
