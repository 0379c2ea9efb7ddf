-- Requests that the owners of their addresses denied, which are forgotten after 30 days. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "opt_ins_denied" ON "opt_ins"("denied_at") WHERE "denied_at" IS NOT NULL;
