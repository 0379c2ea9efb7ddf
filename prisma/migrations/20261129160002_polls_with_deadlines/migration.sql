-- Deadlines are stored in UTC and in one form, so their order is that of the texts.
CREATE INDEX CONCURRENTLY "polls_with_deadlines" ON "polls"(("settings"->>'deadline_voting')) WHERE "settings" ? 'deadline_voting' AND "deleted_at" IS NULL;
