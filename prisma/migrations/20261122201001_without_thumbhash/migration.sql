-- Uploads of earlier releases, which the media worker completes. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "attachments_without_thumbhash" ON "attachments"("id") WHERE "thumbhash" IS NULL AND "processed_at" IS NOT NULL AND "processing_error" IS NULL AND "kind" <> 'file';
