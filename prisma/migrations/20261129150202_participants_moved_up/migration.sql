-- Participants who moved up, and whose mail and event are not noted yet.
CREATE INDEX CONCURRENTLY "participants_moved_up" ON "participants"("id") WHERE "moved_up_at" IS NOT NULL;
