-- Accounts by address in any letter case. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "accounts_email_folded" ON "accounts"(lower("email"));
