-- Links that confirmed nothing, by age. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "opt_ins_unused" ON "opt_ins"("created_at") WHERE "confirmed_at" IS NULL AND "denied_at" IS NULL;
