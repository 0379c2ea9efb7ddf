-- Options that members do not see, by position. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "options_hidden" ON "options"("poll_id", "parent_id", "position") WHERE NOT ("approval_state" = 'approved' AND NOT "archived" AND "paid" IS NOT FALSE);
