-- Addresses that are not confirmed, by age. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "participants_unconfirmed_addresses" ON "participants"("created_at") WHERE "confirmed_at" IS NULL AND "optin_email" IS NOT NULL;
