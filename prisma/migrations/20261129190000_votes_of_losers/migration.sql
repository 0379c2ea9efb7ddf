-- Comparisons by their loser. Other votes have none, and take no entry. Alone in its file: it runs in no transaction.
CREATE INDEX CONCURRENTLY "votes_of_losers" ON "votes"("poll_id", "loser_option_id") WHERE "loser_option_id" IS NOT NULL;
