-- Jobs that were not sent yet, those of a smaller priority first. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "outbox_unsent" ON "outbox"("priority", "next_look_at") WHERE "done_at" IS NULL AND "dead_at" IS NULL AND "sent_at" IS NULL;
