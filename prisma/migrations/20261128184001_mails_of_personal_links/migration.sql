-- Mails with the personal link of a participant. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "mails_participant_id_created_at_idx" ON "mails"("participant_id", "created_at");
