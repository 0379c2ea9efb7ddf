-- Gateways read the blocked accounts several times a second.
CREATE INDEX CONCURRENTLY "accounts_blocked" ON "accounts"("id") WHERE "blocked_at" IS NOT NULL;
