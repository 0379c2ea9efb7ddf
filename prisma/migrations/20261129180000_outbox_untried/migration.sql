-- Jobs that were not sent yet, those of a smaller priority first. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "outbox_untried" ON "outbox"("priority", "next_look_at") WHERE num_nonnulls("done_at", "dead_at", "sent_at") < 1;
