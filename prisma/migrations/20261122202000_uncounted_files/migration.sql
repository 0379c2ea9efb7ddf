-- Files that count for no owner yet. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "attachments_uncounted" ON "attachments"("id") WHERE "storage_usage_id" IS NULL AND "option_id" IS NOT NULL;
