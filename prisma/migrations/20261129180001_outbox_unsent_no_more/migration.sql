-- "outbox_untried" replaces it. Alone in its file: it runs in no transaction.
DROP INDEX CONCURRENTLY "outbox_unsent";
