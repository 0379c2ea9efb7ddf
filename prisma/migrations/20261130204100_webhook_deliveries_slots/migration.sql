-- Slots by the URL for which they were reserved. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "webhook_deliveries_slots" ON "webhook_deliveries"("webhook_id", "slot_url") WHERE "state" = 'pending' AND "slot_url" IS NOT NULL;
