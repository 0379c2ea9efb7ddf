-- A test of a webhook is about no poll.
ALTER TABLE "webhook_events" ALTER COLUMN "poll_id" DROP NOT NULL;
ALTER TABLE "webhook_events" ALTER COLUMN "poll_hash" DROP NOT NULL;
