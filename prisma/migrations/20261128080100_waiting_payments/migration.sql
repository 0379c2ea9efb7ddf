-- Waiting jobs of payments by name, however many other jobs wait. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "outbox_waiting_payments" ON "outbox"("job") WHERE "done_at" IS NULL AND "dead_at" IS NULL AND "job" LIKE 'payment.%';
