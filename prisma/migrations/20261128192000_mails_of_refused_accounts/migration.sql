-- The language of the owner, and when the owner last got a mail that the account is no longer ready.
ALTER TABLE "connected_accounts" ADD COLUMN     "language" TEXT,
ADD COLUMN     "mailed_at" TIMESTAMPTZ(3);
