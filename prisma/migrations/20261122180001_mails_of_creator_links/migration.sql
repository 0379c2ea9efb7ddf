-- Alone in its file: it runs in no transaction.
CREATE UNIQUE INDEX CONCURRENTLY "mails_creator_link_id_key" ON "mails"("creator_link_id");
