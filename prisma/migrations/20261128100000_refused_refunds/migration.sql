-- Why the provider refused a refund, or the bank returned it, and when it is sent again.
ALTER TABLE "refunds" ADD COLUMN     "failure" TEXT,
ADD COLUMN     "retry_at" TIMESTAMPTZ(3);

-- When a refused reversal is sent again.
ALTER TABLE "checkouts" ADD COLUMN     "reversal_retry_at" TIMESTAMPTZ(3);
