-- Participants who wait for a place, or gave theirs up. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "participants_without_place" ON "participants"("poll_id", "place", "id") WHERE "place" <> 'taken';
