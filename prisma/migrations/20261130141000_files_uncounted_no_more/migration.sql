-- The last release counts each file. Alone in its file: it runs in no transaction.
DROP INDEX CONCURRENTLY "attachments_uncounted";
