-- Accounts from before keep what they could; those that sign up from now on cannot.
ALTER TABLE "accounts" ADD COLUMN "can_take_payments" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "accounts" ALTER COLUMN "can_take_payments" SET DEFAULT false;
