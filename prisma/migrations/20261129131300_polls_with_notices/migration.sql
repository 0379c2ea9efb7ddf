-- Polls whose owner asks for mails about votes, or for mails to participants about the result.
CREATE INDEX CONCURRENTLY "polls_with_notices" ON "polls"("id") WHERE ("settings" ? 'notify_votes' OR "settings" ? 'notify_result') AND "deleted_at" IS NULL;
