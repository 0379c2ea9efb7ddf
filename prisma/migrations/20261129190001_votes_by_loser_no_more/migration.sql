-- "votes_of_losers" replaces it. Alone in its file: it runs in no transaction.
DROP INDEX CONCURRENTLY "votes_poll_id_loser_option_id_idx";
