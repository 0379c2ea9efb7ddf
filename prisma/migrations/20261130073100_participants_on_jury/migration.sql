-- Participants on the jury. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "participants_on_jury" ON "participants"("poll_id") WHERE "jury";
