-- Top-level options that wait for approval. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "options_unreviewed" ON "options"("poll_id") WHERE "approval_state" = 'unreviewed' AND "parent_id" IS NULL;
