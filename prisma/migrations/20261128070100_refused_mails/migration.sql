-- Mails that a server refused, for operators. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "mails_refused" ON "mails"("id") WHERE "problem" IS NOT NULL AND "state" IN ('queued', 'failed');
