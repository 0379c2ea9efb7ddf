-- Waiting mails of an account, which its next mail is behind. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "mails_waiting" ON "mails"("account_id", "kind") WHERE "state" = 'queued';
