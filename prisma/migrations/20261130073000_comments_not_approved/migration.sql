-- Comments that wait for approval, or are rejected. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "comments_not_approved" ON "comments"("poll_id", "approval_state", "id") WHERE "approval_state" <> 'approved';
