-- Participants in an order that tells nothing. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "participants_poll_id_public_id_idx" ON "participants"("poll_id", "public_id");
